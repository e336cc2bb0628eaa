import { spawnSync } from 'node:child_process'

/** Whether a program of this machine is there to test with. */
export function has(program: string): boolean {
  return spawnSync(program, ['--version']).error === undefined
}
