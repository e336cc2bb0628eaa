import type { ProblemDetails } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import type { HttpRequest } from './http.ts'

/**
 * Sends the body of a request as the bytes it is, and says how much of it has gone, from 0 to 1: fetch cannot report
 * that. Throws as `request` does.
 */
export function upload(onProgress: (share: number) => void) {
  return async ({ method, url, body, bearer, headers, signal }: HttpRequest): Promise<unknown> => {
    signal?.throwIfAborted()
    const sent = new XMLHttpRequest()
    sent.open(method, url)
    sent.responseType = 'text'
    sent.setRequestHeader('accept', 'application/json, application/problem+json')
    sent.setRequestHeader('content-type', (body as Blob).type)
    if (bearer) sent.setRequestHeader('authorization', `Bearer ${bearer}`)
    for (const [name, value] of Object.entries(headers ?? {})) sent.setRequestHeader(name, value)
    sent.upload.addEventListener('progress', ({ loaded, total }) =>
      onProgress(total > 0 ? loaded / total : 0),
    )
    const abort = () => sent.abort()
    signal?.addEventListener('abort', abort)
    try {
      await new Promise<void>((resolve, reject) => {
        sent.addEventListener('load', () => resolve())
        sent.addEventListener('error', () => reject(new NetworkFailure('connection')))
        sent.addEventListener('abort', () => reject(signal?.reason ?? new NetworkFailure('abort')))
        sent.send(body as Blob)
      })
    } finally {
      signal?.removeEventListener('abort', abort)
    }
    return answerOf(sent)
  }
}

function answerOf(sent: XMLHttpRequest): unknown {
  const type = sent.getResponseHeader('content-type') ?? ''
  const done = sent.status >= 200 && sent.status < 300
  if (!type.includes(done ? 'json' : 'problem+json')) throw new NetworkFailure(`${sent.status} ${type}`)
  const answer: unknown = JSON.parse(sent.responseText)
  if (done) return answer
  throw new ApiProblem({ ...(answer as ProblemDetails), status: sent.status })
}
