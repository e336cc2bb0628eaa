import { NetworkFailure } from './api-problem.ts'

/**
 * Something whose methods are all asynchronous, loaded when the first of them is called. Not loaded for want of a
 * network, it fails as a call does.
 */
export function lazily<T extends object>(load: () => Promise<T>): T {
  return new Proxy({} as T, {
    get:
      (_, name) =>
      async (...given: unknown[]) => {
        const loaded = await load().catch((error: unknown) => {
          throw new NetworkFailure(error)
        })
        const method = loaded[name as keyof T] as (...given: unknown[]) => Promise<unknown>
        return await method.apply(loaded, given)
      },
  })
}
