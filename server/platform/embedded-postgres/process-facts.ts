import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, readlinkSync, realpathSync } from 'node:fs'

/** Whether a process with this id runs, zombies not counted. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return !isZombie(pid)
}

/** The command line of a process, or an empty string where there is no such process or it may not be seen. */
export function commandOf(pid: number): string {
  try {
    // Small container images have /proc and no `ps`; macOS has `ps` and no /proc.
    if (existsSync('/proc/self/cmdline'))
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

/** Processes of a program whose working directory is `dir`; on Linux only, elsewhere the list is empty. */
export function runningIn(dir: string, program: string): number[] {
  if (process.platform !== 'linux') return []
  const place = realpathSync(dir)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === place &&
          readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === program
        )
      } catch {
        return false
      }
    })
}

function isZombie(pid: number): boolean {
  try {
    // The state follows the name, which is in brackets and may hold anything.
    return /\) Z [^)]*$/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}
