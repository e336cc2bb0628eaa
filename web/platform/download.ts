import type { ProblemDetails } from '#contracts/errors.ts'
import { ApiProblem, NetworkFailure } from './api-problem.ts'
import { bearer } from './bearer.ts'
import { sessionStore } from './session.ts'

/**
 * Fetches a file of one's own, which a plain link could not: it needs the bearer. Then hands it to the browser to
 * save as `name`. Throws `ApiProblem` or `NetworkFailure`.
 */
export async function download(url: string, accept: string, name: string): Promise<void> {
  const token = await bearer(sessionStore, { forced: true })
  const response = await fetch(url, {
    headers: { accept: `${accept}, application/problem+json;q=0.5`, authorization: `Bearer ${token}` },
    credentials: 'same-origin',
  }).catch((cause: unknown) => {
    throw new NetworkFailure(cause)
  })
  const type = response.headers.get('content-type') ?? ''
  if (!response.ok && type.includes('problem+json'))
    throw new ApiProblem((await response.json()) as ProblemDetails)
  if (!response.ok || !type.includes(accept))
    throw new NetworkFailure(new TypeError(`Not ${accept}: ${type}`))
  save(await response.blob(), name)
}

function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click; a while later nobody does.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
