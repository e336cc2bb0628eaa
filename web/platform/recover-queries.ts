import type { Query, QueryClient } from '@tanstack/react-query'
import { ApiProblem, NetworkFailure } from './api-problem.ts'

const waitMs = 5_000

/**
 * Asks again, by itself, for what a server that was away could not answer: while something on screen has failed so,
 * `/readyz` is asked every five seconds, or when the server said, and once it is ready the failed calls are made again.
 */
export function recoverQueries(client: QueryClient): void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = (afterMs: number) => {
    timer ??= setTimeout(async () => {
      const ready = await isReady()
      timer = undefined
      if (ready) await client.refetchQueries({ type: 'active', predicate: lacksAnswer })
      else if (client.getQueryCache().findAll({ type: 'active', predicate: lacksAnswer }).length > 0)
        look(waitMs)
    }, afterMs)
  }
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return
    const { error } = event.action
    if (isAway(error)) look((error instanceof ApiProblem && error.retryAfterMs) || waitMs)
  })
}

function lacksAnswer({ state }: Query): boolean {
  return isAway(state.error)
}

function isAway(error: unknown): boolean {
  return error instanceof NetworkFailure || (error instanceof ApiProblem && error.code === 'unavailable')
}

async function isReady(): Promise<boolean> {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/readyz', { cache: 'no-store' })).ok
  } catch {
    return false
  }
}
