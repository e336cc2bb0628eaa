import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { CommandFailure } from './failure-line.ts'

/** A file that is there, empty and under another name, before what it is for has happened. */
export interface OutputFile {
  /** Where it will be. */
  path: string
  /** Puts the whole text in its place at once; throws and leaves what was there. */
  write(text: string): Promise<void>
  /** Nothing is written: takes away what was made. */
  discard(): Promise<void>
}

/**
 * Makes sure that a file can be written before anything is done that it is the only account of. Readable by its owner
 * alone. `out` is a file or a folder; in a folder, and without it here, the file has its own `name`. Throws one line
 * for people when it cannot be made.
 */
export async function openOutputFile(name: string, out = '.'): Promise<OutputFile> {
  const found = await stat(out).catch(() => undefined)
  const target = found?.isDirectory() ? path.join(out, name) : out
  // A pipe or a device is written to as it is.
  const isSpecial = found !== undefined && !found.isFile() && !found.isDirectory()
  const at = isSpecial ? target : path.join(path.dirname(target), `.${path.basename(target)}.partial`)
  let handle: FileHandle
  try {
    if (!isSpecial) await rm(at, { force: true })
    handle = await open(at, isSpecial ? 'w' : 'wx', 0o600)
  } catch (cause) {
    throw new CommandFailure(`${target} cannot be written (${(cause as Error).message})`, { cause })
  }
  const discard = async () => {
    await handle.close().catch(() => {})
    if (!isSpecial) await rm(at, { force: true })
  }
  return {
    path: target,
    discard,
    write: async (text) => {
      try {
        await handle.writeFile(text)
        if (!isSpecial) await handle.sync()
        await handle.close()
        if (!isSpecial) await rename(at, target)
      } catch (cause) {
        await discard()
        throw new CommandFailure(`${target} cannot be written (${(cause as Error).message})`, { cause })
      }
    },
  }
}
