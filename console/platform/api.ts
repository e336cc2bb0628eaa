import type { AnswerOf, EndpointCall, Sent } from '#contracts/endpoint.ts'
import { urlOf } from '#contracts/endpoint.ts'
import { isProblem } from './api-problem.ts'
import { request } from './http.ts'
import { askForProof } from './proof.ts'
import { bearer, endSession, forgetBearer, untilSignedInAgain } from './session.ts'

export type CallOptions<E> = Sent<E> & {
  /** For an act: by default each call has its own key. */
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}

/**
 * Calls an endpoint for operators and answers what its contract says. Throws `ApiProblem` or `NetworkFailure`. An expired
 * access token is refreshed and the call made again, once; one that needs a factor again waits for it, and then goes on.
 * When the session has ended an act is refused, and what is read waits until the operator is signed in again.
 */
export async function call<E extends EndpointCall>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<AnswerOf<E>> {
  const { body, signal } = options
  const idempotencyKey = endpoint.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined
  // Signing in leaves nothing to look for.
  const isAct = endpoint.access === 'operator' && endpoint.method !== 'GET' && !endpoint.changesNothing
  const send = async () =>
    await request({
      method: endpoint.method,
      url: urlOf(endpoint, options),
      body,
      bearer: endpoint.access === 'operator' ? await bearer() : null,
      headers: { ...options.headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) },
      signal,
      isAct,
    })
  if (endpoint.access !== 'operator') return (await send()) as AnswerOf<E>
  for (;;) {
    if (!isAct) await untilSignedInAgain(signal)
    try {
      return (await sendTwice(send)) as AnswerOf<E>
    } catch (error) {
      if (!isProblem(error, 'unauthenticated', 'user_token_expired')) throw error
      if (endSession() === 'signed-out' || isAct) throw error
    }
  }
}

/** Again where all it takes is another access token, or a proof of a factor. */
async function sendTwice(send: () => Promise<unknown>): Promise<unknown> {
  try {
    return await send()
  } catch (error) {
    if (isProblem(error, 'access_token_expired')) forgetBearer()
    else if (isProblem(error, 'requires_recent_login')) await askForProof()
    else throw error
    return await send()
  }
}

/** A key for one intent of a person: keep it and send it again to repeat a call whose answer never came. */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which exists only on secure origins: an installation on a home network has none.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
