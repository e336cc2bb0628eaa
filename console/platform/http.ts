import type { ProblemDetails } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'

/** How long a call may take before it counts as a failure of the network. */
const timeoutMs = 25_000

export interface HttpRequest {
  method: string
  /** Path and query on this origin. */
  url: string
  /** Sent as JSON; a `Blob` as the bytes it is. */
  body?: unknown
  bearer?: string | null
  headers?: Record<string, string>
  signal?: AbortSignal
  /** What it asks for is to be done, not to be read: without an answer it may have been. */
  isAct?: boolean
}

/**
 * One request to our own server, answered as JSON, or as a `Blob` where the answer is a file. Throws `ApiProblem` for a
 * problem document, `NetworkFailure` for anything that is not an answer of ours, and the abort's reason when the caller
 * gave up.
 */
export async function request({
  method,
  url,
  body,
  bearer,
  headers,
  signal,
  isAct,
}: HttpRequest): Promise<unknown> {
  const timeout = AbortSignal.timeout(timeoutMs)
  const isBytes = body instanceof Blob
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json, application/problem+json',
        ...(bearer && { authorization: `Bearer ${bearer}` }),
        ...(body !== undefined && { 'content-type': isBytes ? body.type : 'application/json' }),
        ...headers,
      },
      body: body === undefined ? undefined : isBytes ? body : JSON.stringify(body),
      credentials: 'same-origin',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    return await answerOf(response)
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    if (signal?.aborted) throw signal.reason
    throw new NetworkFailure(error, isAct)
  }
}

async function answerOf(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) {
    if (!type.includes('problem+json'))
      throw new TypeError(`Status ${response.status} without a problem document`)
    throw new ApiProblem({ ...((await response.json()) as ProblemDetails), status: response.status })
  }
  if (response.status === 204 || response.headers.get('content-length') === '0') return null
  if (!type.includes('json')) return await response.blob()
  const text = await response.text()
  return text === '' ? null : (JSON.parse(text) as unknown)
}
