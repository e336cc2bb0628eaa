import type { ProblemDetails } from '#contracts/errors.ts'
import { followClock } from '../ui/common/clock.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'

/**
 * How long a call may take before it counts as a network failure. With the 30 s before a refresh is tried again less
 * than the 60 s for which the server accepts a session secret whose successor was lost (decision 034).
 */
export const timeoutMs = 25_000

export interface HttpRequest {
  method: string
  /** Path and query on this origin. */
  url: string
  body?: unknown
  bearer?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** Goes on when the page is closed, so that the browser keeps the cookie of the answer. */
  keepalive?: boolean
}

/**
 * One JSON request to our own server. Throws `ApiProblem` for a problem document, `NetworkFailure` for anything
 * that is not an answer of ours, and the abort's reason when the caller gave up.
 */
export async function request(request: HttpRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = request.signal ? AbortSignal.any([request.signal, timeout]) : timeout
  const headers: Record<string, string> = {
    accept: 'application/json, application/problem+json',
    ...request.headers,
  }
  if (request.bearer) headers['authorization'] = `Bearer ${request.bearer}`
  if (request.body !== undefined) headers['content-type'] = 'application/json'
  try {
    const response = await fetch(request.url, {
      method: request.method,
      headers,
      body: request.body === undefined ? undefined : JSON.stringify(request.body),
      credentials: 'same-origin',
      keepalive: request.keepalive,
      signal,
    })
    followClock(response.headers.get('date'))
    return await answerOf(response)
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    if (request.signal?.aborted) throw request.signal.reason
    throw new NetworkFailure(error)
  }
}

/** What an answer says. Throws `ApiProblem` for a problem document, `TypeError` for what is not ours. */
export async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (response.ok) {
    if (response.status === 204 || response.headers.get('content-length') === '0') return null
    const text = await response.text()
    if (text === '') return null
    if (!type.includes('json')) throw new TypeError(`Expected JSON, not ${type || 'an unnamed type'}`)
    return JSON.parse(text)
  }
  if (!type.includes('problem+json'))
    throw new TypeError(`Status ${response.status} without a problem document`)
  throw await refusalOf(response)
}

let failure: { requestId: string; atMs: number } | undefined

/** The request id of the call that was refused last, within a quarter of an hour; for a message to support. */
export function lastFailure(): string | null {
  return failure && Date.now() - failure.atMs < 900_000 ? failure.requestId : null
}

/** The refusal that a problem document says. */
export async function refusalOf(response: Response): Promise<ApiProblem> {
  const details = (await response.json()) as ProblemDetails
  // Expired tokens are refreshed, and nothing a person notices.
  if (response.status !== 401) failure = { requestId: details.requestId, atMs: Date.now() }
  return new ApiProblem({ ...details, status: response.status }, retryAfter(response))
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1000 : null
}
