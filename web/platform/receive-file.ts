import type { EndpointCall } from '#contracts/endpoint.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import { call, type CallOptions } from './api.ts'
import { refusalOf, type HttpRequest } from './http.ts'

/**
 * Fetches a file of one's own, which a plain link could not: it needs the bearer. `onReceived` hears how many bytes
 * have come; their total is unknown. Throws as `call` does.
 */
export async function receiveFile<E extends EndpointCall>(
  endpoint: E,
  type: string,
  { onReceived, ...options }: CallOptions<E> & { onReceived?: (bytes: number) => void },
): Promise<Blob> {
  const send = async (request: HttpRequest) => await receive(request, type, onReceived)
  return (await call(endpoint, { ...(options as CallOptions<E>), send })) as Blob
}

async function receive(
  { method, url, bearer, signal }: HttpRequest,
  type: string,
  onReceived?: (bytes: number) => void,
): Promise<Blob> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        accept: `${type}, application/problem+json;q=0.5`,
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      credentials: 'same-origin',
      signal,
    })
    const given = response.headers.get('content-type') ?? ''
    if (!response.ok && given.includes('problem+json')) throw await refusalOf(response)
    if (!response.ok || !given.includes(type)) throw new TypeError(`Not ${type}: ${given}`)
    return await collect(response.body!, type, onReceived)
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    throw error instanceof ApiProblem ? error : new NetworkFailure(error)
  }
}

async function collect(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  type: string,
  onReceived?: (bytes: number) => void,
): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = []
  let received = 0
  for (const reader = body.getReader(); ;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(chunks, { type })
    chunks.push(value)
    onReceived?.((received += value.length))
  }
}

/** Hands a file to the browser to save as `name`. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click; a while later the file is let go.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
