import { execFileSync } from 'node:child_process'
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'
import { findBinaries } from '#server/platform/embedded-postgres/binaries.ts'

/** Where figures were taken; without it they mean nothing. */
export interface Machine {
  cpu: string
  cores: number
  memoryGb: number
  os: string
  node: string
  postgres: string
  /** Processes that wanted a core, over 1, 5 and 15 minutes before the run. */
  loadBefore: number[]
}

/** What this machine is, and how busy it is now. */
export function readMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memoryGb: Math.round(totalmem() / 2 ** 30),
    os: `${process.platform} ${process.arch}`,
    node: process.version,
    postgres: /[\d.]+/.exec(output(findBinaries().postgres, '--version'))?.[0] ?? 'unknown',
    loadBefore: loadavg().map((load) => Math.round(load * 100) / 100),
  }
}

/** The commit that is checked out, with a `+` where files differ from it. */
export function readCommit(): string {
  const changed = output('git', 'status', '--porcelain', '--untracked-files=no') !== ''
  return output('git', 'rev-parse', '--short', 'HEAD') + (changed ? '+' : '')
}

function output(program: string, ...args: string[]): string {
  return execFileSync(program, args, { encoding: 'utf8' }).trim()
}
