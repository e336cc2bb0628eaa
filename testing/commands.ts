import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './command-host.ts'
import { closedLater, surroundings, type Ended } from './processes.ts'

/** Runs a command to its end. */
export type Run = (args: string[], settings: Record<string, string>, input?: string) => Promise<Ended>

/**
 * Runs commands one after the other in one program that has Crels loaded, which takes a tenth of a program for each.
 * `endPrograms` ends it.
 */
export function openCommands(): Run {
  const program = fork(fileURLToPath(import.meta.resolve('./command-host.ts')), { stdio: 'inherit' })
  closedLater(async () => {
    program.disconnect()
    await once(program, 'exit')
  })
  let last: Promise<unknown> = Promise.resolve()
  return async (args, settings, input) => {
    const answer = last.then(async () => {
      const order: Order = { args, env: { ...surroundings(), ...settings }, input }
      program.send(order)
      const [ended] = (await once(program, 'message')) as [Ended]
      return ended
    })
    last = answer.catch(() => {})
    return await answer
  }
}
