import { inImageTurn } from './image-turns.ts'

/** Takes every place at work and every place that waits; answers what gives them back. */
export function takeEveryTurn(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const held = Array.from({ length: 18 }, async () => await inImageTurn(async () => await promise))
  return async () => {
    resolve()
    await Promise.all(held)
  }
}
