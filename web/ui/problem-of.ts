/** What a failed call shows: the server's own sentence and the request id to mention, where the server answered. */
export function problemOf(error: unknown): { detail?: string; requestId?: string } {
  const { detail, requestId } = (error ?? {}) as { detail?: unknown; requestId?: unknown }
  return {
    detail: typeof detail === 'string' && detail !== '' ? detail : undefined,
    requestId: typeof requestId === 'string' && requestId !== '' ? requestId : undefined,
  }
}
