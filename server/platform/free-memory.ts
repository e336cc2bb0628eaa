import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Gives back what work that is over has left in the heap, which V8 would keep until it is idle for long. It takes some
 * tenths of a second, in which nothing else is done.
 */
export function freeMemory(): void {
  setFlagsFromString('--expose_gc')
  const collect = runInNewContext('gc') as NonNullable<typeof gc>
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
