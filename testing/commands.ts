import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Order } from './command-host.ts'
import { surroundings, type Ended } from './processes.ts'

/** Runs a command to its end. */
export type Run = (args: string[], settings: Record<string, string>, input?: string) => Promise<Ended>

let host: ChildProcess | undefined
let last: Promise<unknown> = Promise.resolve()

/**
 * Runs a command in a program that has Crels loaded, one after the other, which takes a tenth of a program for each. The
 * first command of this process starts the program, and it ends with this process.
 */
export const runCommand: Run = async (args, settings, input) => {
  const answer = last.then(async () => {
    const program = openHost()
    program.channel!.ref()
    const order: Order = { args, env: { ...surroundings(), ...settings }, input }
    program.send(order)
    const ending = new AbortController()
    const died = once(program, 'exit', { signal: ending.signal }).then(() => {
      throw new Error(`The program of the commands ended at: crels ${args.join(' ')}`)
    })
    try {
      const [ended] = (await Promise.race([once(program, 'message', { signal: ending.signal }), died])) as [
        Ended,
      ]
      return ended
    } finally {
      ending.abort()
      died.catch(() => {})
      program.channel?.unref()
    }
  })
  last = answer.catch(() => {})
  return await answer
}

function openHost(): ChildProcess {
  if (!host?.connected) {
    host = fork(fileURLToPath(import.meta.resolve('./command-host.ts')), { stdio: 'inherit' })
    // Nothing waits for its end: without this process it has nothing more to do.
    host.unref()
  }
  return host
}
