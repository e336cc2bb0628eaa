import { problem } from './http/problems.ts'

/** Limits a kind of work in this process: how many run at once and how many wait; further ones get `unavailable`. */
export function turns({ atOnce, queueMax }: { atOnce: number; queueMax: number }) {
  let working = 0
  const queue: (() => void)[] = []
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (working >= atOnce && queue.length >= queueMax)
      throw problem('unavailable', { headers: { 'retry-after': '5' } })
    if (working >= atOnce) await new Promise<void>((go) => queue.push(go))
    else working++
    try {
      return await work()
    } finally {
      // Who waits takes the place over.
      const next = queue.shift()
      if (next) next()
      else working--
    }
  }
}
