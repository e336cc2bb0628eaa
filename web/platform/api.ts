import type { AnswerOf, EndpointCall, Sent } from '#contracts/endpoint.ts'
import { urlOf } from '#contracts/endpoint.ts'
import { takeBootAnswer } from './boot-data.ts'
import { freshHeaders, recordChange } from './freshness.ts'
import { request, type HttpRequest } from './http.ts'
import { repeated } from './recent-login.ts'

export type CallOptions<E> = Sent<E> & {
  /** `forced`: without a token the call fails with `Failed to get authentication token`. */
  auth?: 'forced'
  /** For a mutation that moves value; by default each call has its own key. */
  idempotencyKey?: string
  /** How the request travels, where not as JSON by fetch. */
  send?: (request: HttpRequest) => Promise<unknown>
  signal?: AbortSignal
}

/**
 * Calls an endpoint of the API and answers what its contract says; what came with the page is answered from there, once,
 * and until something changes. Throws `ApiProblem` (code, detail, status, request id, further members) or
 * `NetworkFailure`. An expired access token is refreshed and the call made again, once; one that needs a recent sign-in
 * waits for the member to prove they are there.
 */
export async function call<E extends EndpointCall>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<AnswerOf<E>> {
  const { body, auth, signal, send = request } = options
  const url = urlOf(endpoint, options)
  if (endpoint.method === 'GET' && send === request) {
    const came = takeBootAnswer(url)
    if (came !== undefined) return came as AnswerOf<E>
  }
  const carries = auth ?? (needsBearer(endpoint) ? 'wanted' : 'none')
  const idempotencyKey = endpoint.idempotent ? (options.idempotencyKey ?? newIdempotencyKey()) : undefined
  const isRead = endpoint.method === 'GET'
  const attempt = (token: string | null) =>
    send({
      method: endpoint.method,
      url,
      body,
      bearer: token,
      headers: isRead ? freshHeaders() : idempotencyKey ? { 'idempotency-key': idempotencyKey } : undefined,
      signal,
    })
  const answered = repeated(attempt, { carries, proves: true })
  // Also of one that failed: without an answer it may have happened.
  return (await (isRead ? answered : answered.finally(recordChange))) as AnswerOf<E>
}

/**
 * Whether a call carries the bearer unasked: everything under `/api/v1` except public GETs, which are those that
 * docs/session.md lists (`e2e/endpoint-answers.spec.ts` proves it of every endpoint).
 */
export function needsBearer({
  method,
  path,
  access,
}: Pick<EndpointCall, 'method' | 'path' | 'access'>): boolean {
  return path.startsWith('/api/v1/') && !(method === 'GET' && access === 'public')
}

/** A key for one intent of a person: keep it and send it again to repeat a call whose answer never came. */
export function newIdempotencyKey(): string {
  // Not `randomUUID`, which exists only on secure origins: an installation on a home network has none.
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
