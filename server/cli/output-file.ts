import { createHash, randomBytes } from 'node:crypto'
import type { Stats } from 'node:fs'
import { link, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { hostname } from 'node:os'
import path from 'node:path'
import { isRunning } from '../platform/embedded-postgres/process-facts.ts'
import { CommandFailure } from './failure-line.ts'

/** A file that is there, empty and under another name, before what it is for has happened. */
export interface OutputFile {
  /** Where it will be. */
  path: string
  /** Puts the whole content in its place at once; throws and leaves what was there. */
  write(content: string | Uint8Array): Promise<void>
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
  // A name of its own: two commands with the same `out` never write into, or take away, one file.
  const partial = `.${path.basename(target)}.${process.pid}-${thisHost}-${randomBytes(6).toString('hex')}.partial`
  const at = isSpecial ? target : path.join(path.dirname(target), partial)
  const before = isSpecial ? undefined : await stat(target).catch(() => undefined)
  let handle: FileHandle
  try {
    if (!isSpecial) await removeLeftovers(target)
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
    write: async (content) => {
      try {
        await handle.writeFile(content)
        if (!isSpecial) await handle.sync()
        await handle.close()
        if (!isSpecial) await putInPlace(at, target, before)
      } catch (cause) {
        await discard()
        throw new CommandFailure(`${target} cannot be written (${(cause as Error).message})`, { cause })
      }
    },
  }
}

/** Moves a finished file to its place. Throws where another command has put its own there since `before` was looked at. */
async function putInPlace(at: string, target: string, before: Stats | undefined): Promise<void> {
  const now = await stat(target).catch(() => undefined)
  if (now?.ino !== before?.ino || now?.mtimeMs !== before?.mtimeMs) throw new Error(writtenMeanwhile)
  // A rename replaces what came between the look and itself, a link is refused then.
  if (before || !(await linkInPlace(at, target))) await rename(at, target)
}

const writtenMeanwhile = 'another command has written it meanwhile'

/** Whether a finished file got its place as a second name; false where the file system has none. */
async function linkInPlace(at: string, target: string): Promise<boolean> {
  try {
    await link(at, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST')
      throw new Error(writtenMeanwhile, { cause: error })
    return false
  }
  await rm(at, { force: true })
  return true
}

/** Older than any command that still writes, in milliseconds. */
const leftoverAfterMs = 24 * 3_600_000

/** This machine in a partial file's name: in a shared folder another one's process cannot be looked for here. */
const thisHost = createHash('sha256').update(hostname()).digest('hex').slice(0, 8)

/**
 * Takes away what commands that were killed left of the same file: of this machine at once, of another after a day. In a
 * folder that may not be read nothing is.
 */
async function removeLeftovers(target: string): Promise<void> {
  const start = `.${path.basename(target)}.`
  for (const name of await readdir(path.dirname(target)).catch(() => [])) {
    const found =
      name.startsWith(start) && /^(\d+)-([0-9a-f]{8})-[0-9a-f]{12}\.partial$/.exec(name.slice(start.length))
    if (!found) continue
    const at = path.join(path.dirname(target), name)
    const isLeft = found[2] === thisHost ? !isRunning(Number(found[1])) : await isOld(at)
    if (isLeft) await rm(at, { force: true }).catch(() => {})
  }
}

async function isOld(at: string): Promise<boolean> {
  const facts = await stat(at).catch(() => undefined)
  return facts !== undefined && Date.now() - facts.mtimeMs > leftoverAfterMs
}
