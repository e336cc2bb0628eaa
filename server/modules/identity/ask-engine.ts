import { AsyncLocalStorage } from 'node:async_hooks'
import { problemOf } from '#server/platform/http/failures.ts'

const calls = new AsyncLocalStorage<{ failure?: Error }>()

/**
 * Calls the engine. Where the database refuses it, the engine logs the error and throws a bare status in its place, 500
 * for a session and 422 for a sign-up: a caller would take a moment's outage for a fault of ours or their own. Throws
 * the database's error then, and whatever the engine threw otherwise.
 */
export async function askEngine<T>(ask: () => Promise<T>): Promise<T> {
  const call: { failure?: Error } = {}
  try {
    return await calls.run(call, ask)
  } catch (error) {
    const isOutage = call.failure !== undefined && problemOf(call.failure).code === 'unavailable'
    throw isOutage ? call.failure : error
  }
}

/** Keeps the error that the engine hands to its log, for the call it belongs to. */
export function recordEngineFailure(logged: unknown[]): void {
  const call = calls.getStore()
  const failure = logged.find((part) => part instanceof Error)
  if (call && failure) call.failure = failure
}
