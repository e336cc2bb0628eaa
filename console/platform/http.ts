import type { ProblemDetails } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import { Silence } from './silence.ts'

/**
 * How long a call may take before it counts as a failure of the network. A file may take longer, of which no part may: the
 * log of a large installation is read for minutes.
 */
const silenceMs = 25_000
/** What a file that is sent takes besides, on a line of 160 kbit/s. */
const sentBytesPerMs = 20

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
  /** Else 25 seconds. */
  silenceMs?: number
}

/**
 * One request to our own server, answered as JSON, or as a `Blob` where the answer is a file to save, JSON or not. Throws
 * `ApiProblem` for a problem document, `NetworkFailure` for anything that is not an answer of ours, a file that breaks
 * off among it, and the abort's reason when the caller gave up.
 */
export async function request({
  method,
  url,
  body,
  bearer,
  headers,
  signal,
  isAct,
  silenceMs: allowedMs = silenceMs,
}: HttpRequest): Promise<unknown> {
  const isBytes = body instanceof Blob
  const silence = new Silence(allowedMs, isBytes ? body.size / sentBytesPerMs : 0)
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
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    })
    return await answerOf(response, silence)
  } catch (error) {
    if (error instanceof ApiProblem) throw error
    if (signal?.aborted) throw signal.reason
    throw new NetworkFailure(error, isAct)
  } finally {
    silence.end()
  }
}

async function answerOf(response: Response, silence: Silence): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok) {
    if (!type.includes('problem+json'))
      throw new TypeError(`Status ${response.status} without a problem document`)
    throw new ApiProblem({ ...((await response.json()) as ProblemDetails), status: response.status })
  }
  if (response.status === 204 || response.headers.get('content-length') === '0') return null
  const isFile = response.headers.get('content-disposition')?.startsWith('attachment')
  if (isFile || !type.includes('json')) return await fileOf(response, type, silence)
  const text = await response.text()
  return text === '' ? null : (JSON.parse(text) as unknown)
}

/** The whole of a file; one that breaks off is an error of its stream, and none. */
async function fileOf(response: Response, type: string, silence: Silence): Promise<Blob> {
  silence.heard()
  const parts = new TransformStream<Uint8Array, Uint8Array>({
    transform: (part, out) => {
      silence.heard()
      out.enqueue(part)
    },
  })
  return await new Response(response.body?.pipeThrough(parts), { headers: { 'content-type': type } }).blob()
}
