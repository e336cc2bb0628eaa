import { existsSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openSuffix, sealedSuffix, type Segment } from './click-spool.ts'
import { lockFile } from './process-lock.ts'

const name = /^(?<owner>[0-9a-z]+-[0-9a-f]{16})-(?<seq>\d{8,})\.(?:open|log)$/

/**
 * Finds the segments that processes left behind, and ends those that were still open.
 * A process that lives keeps its files: it holds a lock on its name.
 */
export async function adoptSegments(dir: string): Promise<Segment[]> {
  const files = await readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const dead = new Map<string, boolean>()
  const segments: Segment[] = []
  for (const file of files) {
    const owner = name.exec(file)?.groups?.owner
    if (!owner) continue
    if (!dead.has(owner)) dead.set(owner, isDead(dir, owner))
    if (dead.get(owner)) segments.push(...(await sealed(dir, file)))
  }
  await forgetOwners(dir, files)
  return segments
}

/** None where another process has taken it over since it was listed. */
async function sealed(dir: string, file: string): Promise<Segment[]> {
  const key = file.replace(/\.\w+$/, '')
  const path = join(dir, key + sealedSuffix)
  try {
    if (file.endsWith(openSuffix)) await rename(join(dir, file), path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
  return [{ key, path }]
}

function isDead(dir: string, owner: string): boolean {
  const path = join(dir, `${owner}.lock`)
  if (!existsSync(path)) return true
  const unlock = lockFile(path)
  unlock?.()
  return unlock !== null
}

/** Locks of dead processes go once none of their files is left. */
async function forgetOwners(dir: string, files: string[]): Promise<void> {
  for (const file of files) {
    const owner = /^(.*)\.lock$/.exec(file)?.[1]
    if (!owner || files.some((other) => other.startsWith(`${owner}-`))) continue
    // A fresh one may be a process that has made its file and not locked it yet.
    const found = await stat(join(dir, file)).catch(() => undefined)
    if (!found || Date.now() - found.mtimeMs < 60_000) continue
    const unlock = lockFile(join(dir, file))
    if (!unlock) continue
    await rm(join(dir, file), { force: true })
    unlock()
  }
}
