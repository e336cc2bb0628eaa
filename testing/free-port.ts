import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

// Below those that the system hands out by itself: another process of tests could be given one of them before it is used.
const [first, count] = [20_000, 12_000]
let tried = randomInt(count)

/**
 * A port of this machine that is free now, and that the system gives to no other process unasked while its owner is
 * away.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    tried = (tried + 1) % count
    // Kept: who asks at the same time moves on meanwhile.
    const port = first + tried
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  return await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false))
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  })
}
