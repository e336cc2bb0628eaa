import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isRunning } from '#server/platform/embedded-postgres/process-facts.ts'

/** A disk of a test's own, in memory, that can be filled to the last byte. */
export interface SmallDisk {
  dir: string
  /** Leaves no more than `leaveBytes`. */
  fill(leaveBytes?: number): void
  /** Makes the space again. */
  free(): void
  remove(): void
}

/** Not in the run's folder, which could not be removed while a disk of a run that was killed is mounted in it. */
const place = (pid: number | string) => `crels-disk-${pid}-`

/** Mounts a disk of so many megabytes. Throws where this account may not mount. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  removeLeftovers()
  const dir = mkdtempSync(join(tmpdir(), place(process.pid)))
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', dir], {
    stdio: 'pipe',
  })
  const filler = join(dir, 'filler')
  return {
    dir,
    fill: (leaveBytes = 0) => {
      const { bavail, bsize } = statfsSync(dir)
      try {
        writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes)), { flag: 'a' })
      } catch (error) {
        // Others write meanwhile: it is full.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove: () => unmount(dir),
  }
}

function unmount(dir: string): void {
  execFileSync('umount', ['--lazy', dir], { stdio: 'pipe' })
  rmdirSync(dir)
}

function removeLeftovers(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = /^crels-disk-(\d+)-/.exec(name) ?? []
    if (pid && !isRunning(Number(pid))) unmount(join(tmpdir(), name))
  }
}

/** Why no disk can be mounted here, for the name of the test that is skipped then; undefined where one can. */
export function whyNoSmallDisk(): string | undefined {
  try {
    mountSmallDisk(1).remove()
    return undefined
  } catch {
    return 'this account may not mount a disk of its own'
  }
}
