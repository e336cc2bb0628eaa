import { statfsSync } from 'node:fs'
import { StartProblem } from './start-problem.ts'

/**
 * Turns what the system or PostgreSQL said into one line that names DATA_DIR and says what to do.
 * `task` completes "Crels could not …"; a StartProblem passes through unchanged.
 */
export function explainFailure(task: string, dataDir: string, cause: unknown): StartProblem {
  if (cause instanceof StartProblem) return cause
  const said = cause instanceof Error ? cause.message : String(cause)
  const where = `DATA_DIR (${dataDir})`
  const line = (message: string) => new StartProblem(message, { cause })

  if (/ENOTDIR|EEXIST|Not a directory/i.test(said)) {
    return line(`${where} is not a directory: move the file away, or set DATA_DIR to another path.`)
  }
  if (
    /EACCES|EPERM|EROFS|Permission denied|Read-only file system|readonly database|unable to open/i.test(said)
  ) {
    return line(
      `${where} cannot be written: make it writable for this account, or set DATA_DIR to another directory.`,
    )
  }
  if (/ENAMETOOLONG|too long/i.test(said)) {
    return line(`The path of ${where} is too long: set DATA_DIR to a shorter one.`)
  }
  if (/ENOSPC|EDQUOT|No space left|quota exceeded|disk is full/i.test(said) || isDiskFull(dataDir, 4)) {
    return diskFull(dataDir, cause)
  }
  return line(`Crels could not ${task} in ${where}: ${lastLines(said)}`)
}

/**
 * The same for a start that failed later, on a server of ours: one that loses its disk ends its connections, and what
 * is thrown then says nothing of disks. Any other `cause` is handed back. It fails for want of a log file of 16 MB.
 */
export function explainLostDisk(dataDir: string, cause: unknown): unknown {
  return isDiskFull(dataDir, 20) ? diskFull(dataDir, cause) : cause
}

function diskFull(dataDir: string, cause: unknown): StartProblem {
  return new StartProblem(
    `The disk of DATA_DIR (${dataDir}) is full: free some space and start again; nothing was damaged.`,
    { cause },
  )
}

/** PostgreSQL does not always say that the disk was the reason: initdb has panicked over a transaction instead. */
function isDiskFull(dir: string, freeMegabytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(dir)
    return bavail * bsize < freeMegabytes * 1024 * 1024
  } catch {
    return false
  }
}

/** The last complaint in a program's output, as one line. */
function lastLines(said: string): string {
  const lines = said
    .split('\n')
    .map((text) => text.trim())
    .filter(Boolean)
  const complaint =
    lines.findLast((text) => /FATAL:|PANIC:|error:/.test(text)) ?? lines.at(-1) ?? 'it said nothing'
  return complaint.replace(/^.*?(?:FATAL|PANIC|error):\s*/, '')
}
