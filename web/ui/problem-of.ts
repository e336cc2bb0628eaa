/** What a failed call tells people: the server's own sentence and the request to mention, where it answered at all. */
export function problemOf(error: unknown): { detail?: string; requestId?: string } {
  const { detail, requestId } = (error ?? {}) as { detail?: unknown; requestId?: unknown }
  return {
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
    requestId: typeof requestId === 'string' && requestId !== '' ? requestId : undefined,
  }
}
