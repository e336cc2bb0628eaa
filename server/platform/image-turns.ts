import { problem } from './http/problems.ts'

/** Images read or drawn at once, so that many take turns and not all the memory. */
const workingMax = 2
/** Images that wait for their turn, each with what it is made from in memory; further ones are refused with 503. */
const waitingMax = 16

let working = 0
const waiting: (() => void)[] = []

/** Does work on an image when it is its turn, of all in this process. Throws `unavailable` where too many wait. */
export async function inImageTurn<T>(work: () => Promise<T>): Promise<T> {
  if (working >= workingMax && waiting.length >= waitingMax)
    throw problem('unavailable', { headers: { 'retry-after': '5' } })
  if (working >= workingMax) await new Promise<void>((go) => waiting.push(go))
  else working++
  try {
    return await work()
  } finally {
    // Whoever waits takes the place over.
    const next = waiting.shift()
    if (next) next()
    else working--
  }
}
