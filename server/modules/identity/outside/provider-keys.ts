import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { problem } from '#server/platform/http/problems.ts'

/** Known keys are asked for anew after this, beside the calls that use them. */
const freshMs = 10 * 60_000
/** While the provider is away its keys stay good for this long. */
const staleMs = 24 * 3_600_000
/** Between two questions; a token with an unknown key costs the provider no more. */
const pauseMs = { answered: 30_000, failed: 5_000 }

/**
 * Finds the key of a token among those that a provider publishes. They are kept, and asked for again when a key is
 * new. A provider that does not answer is no reason to refuse anybody: throws `unavailable` where no key is known
 * then, and what jose throws where the provider has none such.
 */
export function providerKeys(fetchKeys: () => Promise<JSONWebKeySet>): JWTVerifyGetKey {
  let known: { find: JWTVerifyGetKey; atMs: number } | undefined
  let question: { answer: Promise<void>; untilMs: number } | undefined

  const ask = async (): Promise<void> => {
    if (question && Date.now() < question.untilMs) return await question.answer
    const asked = { answer: answer(), untilMs: Date.now() + pauseMs.answered }
    question = asked
    await asked.answer.catch((error: unknown) => {
      asked.untilMs = Date.now() + pauseMs.failed
      throw error
    })
  }
  const answer = async () => {
    try {
      known = { find: createLocalJWKSet(await fetchKeys()), atMs: Date.now() }
    } catch (error) {
      throw problem('unavailable', {
        internal: 'The keys of the identity provider are out of reach',
        cause: error,
        headers: { 'retry-after': '5' },
      })
    }
  }
  return async (header, token) => {
    const ageMs = known ? Date.now() - known.atMs : Infinity
    if (ageMs > staleMs) await ask()
    // Nobody waits for it, and a failure leaves what is known.
    else if (ageMs > freshMs) void ask().catch(() => {})
    try {
      return await known!.find(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error
    }
    await ask()
    return await known!.find(header, token)
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
