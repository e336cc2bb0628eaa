import { inTime } from './in-time.ts'

/**
 * A look that may hang, such as at a network's disk: one at a time, so that it keeps one of the process's four threads for
 * files however often it is asked. Throws a Silence where it does not answer within `waitMs`.
 */
export function oneLook<T>(look: () => Promise<T>, waitMs: number): () => Promise<T> {
  let looking: Promise<T> | undefined
  return async () => {
    looking ??= look().finally(() => (looking = undefined))
    return await inTime(looking, waitMs)
  }
}
