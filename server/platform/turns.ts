import { problem } from './http/problems.ts'

/**
 * Lets so many at once do a kind of work, of all in this process, and so many wait for their turn; further ones get
 * `unavailable`.
 */
export function turns({ atOnce, waitingMax }: { atOnce: number; waitingMax: number }) {
  let working = 0
  const waiting: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= atOnce && waiting.length >= waitingMax)
      throw problem('unavailable', { headers: { 'retry-after': '5' } })
    if (working >= atOnce) await new Promise<void>((go) => waiting.push(go))
    else working++
    try {
      return await work()
    } finally {
      // Who waits takes the place over.
      const next = waiting.shift()
      if (next) next()
      else working--
    }
  }
}
