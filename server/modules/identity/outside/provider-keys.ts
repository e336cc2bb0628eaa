import { setTimeout as wait } from 'node:timers/promises'
import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { problem } from '#server/platform/http/problems.ts'

/** Known keys are asked for anew after this, beside the calls that use them. */
const freshMs = 10 * 60_000
/** While the provider is away its keys stay good for this long. */
const staleMs = 24 * 3_600_000
/** Between two questions: a call with a new key waits for the next, and is not refused. */
const pauseMs = 1_000
/** While the provider does not answer it is asked at most this often, and requests do not wait for it. */
const failedPauseMs = 5_000
/** A key that the provider did not have is not asked for again for this long; other keys are. */
const missingMs = 30_000
const missingMax = 1_000

/**
 * Finds the key of a token among those that a provider publishes. They are kept, and asked for again when a key is new:
 * at most once a second, whatever keys callers invent. A token is not refused because a provider is silent: throws
 * `unavailable` where no key is known then, and what jose throws where the provider has none such.
 */
export function providerKeys(fetchKeys: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let known: { find: JWTVerifyGetKey; atMs: number } | undefined
  let running: Promise<void> | undefined
  /** A question that has not begun yet: its answer is younger than who joins it. */
  let next: Promise<void> | undefined
  let failure: { error: Error; untilMs: number } | undefined
  let beganAtMs = -Infinity
  const missing = new Map<string, number>()

  const ask = async (): Promise<void> => {
    if (failure && Date.now() < failure.untilMs) throw failure.error
    next ??= afterPause()
    await next
  }
  const afterPause = async () => {
    await Promise.allSettled([running])
    const pauseLeftMs = beganAtMs + pauseMs - Date.now()
    if (pauseLeftMs > 0) await wait(Math.min(pauseLeftMs, pauseMs))
    next = undefined
    beganAtMs = Date.now()
    running = answer()
    await running
  }
  const answer = async () => {
    try {
      known = { find: createLocalJWKSet(await fetchKeys()), atMs: Date.now() }
      failure = undefined
    } catch (cause) {
      const internal = 'The keys of the identity provider are out of reach'
      const error = problem('unavailable', { internal, cause, headers: { 'retry-after': '5' } })
      failure = { error, untilMs: Date.now() + failedPauseMs }
      throw error
    } finally {
      running = undefined
    }
  }
  const recordMissing = (name: string) => {
    missing.delete(name)
    missing.set(name, Date.now())
    if (missing.size > missingMax) missing.delete(missing.keys().next().value!)
  }
  return async (header, token) => {
    const ageMs = known ? Date.now() - known.atMs : Infinity
    if (ageMs > staleMs) await (running ?? ask())
    // Runs in the background; a failure keeps the known keys.
    else if (ageMs > freshMs && !running) void ask().catch(() => {})
    try {
      return await known!.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
      const name = `${header.alg} ${header.kid}`
      if (Date.now() - (missing.get(name) ?? -Infinity) < missingMs) throw error
      await ask()
      try {
        return await known!.find(header, token)
      } catch (still) {
        if (still instanceof errors.JWKSNoMatchingKey) recordMissing(name)
        throw still
      }
    }
  }
}

/** A provider is given this long for an answer. */
const timeoutMs = 5_000
/** Characters of a key set; those of known providers have 2 000 to 10 000. */
const longestKeySet = 500_000

/** Reads a published key set (RFC 7517). Throws where there is none. */
export async function fetchKeySet(address: string): Promise<JSONWebKeySet> {
  const response = await fetch(address, {
    headers: { accept: 'application/json, application/jwk-set+json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) throw new Error(`The key set answered ${response.status}`)
  const text = await response.text()
  if (text.length > longestKeySet) throw new Error('The key set is too long')
  return JSON.parse(text) as JSONWebKeySet
}
