const failures = new WeakSet<Error>()

/** Keeps what was thrown since a chunk did not load. */
export function recordChunkFailure(error: Error): void {
  failures.add(error)
}

/** Whether what was thrown may come with a connection. A fault of ours is one without it too. */
export function isForWantOfConnection(error: unknown): boolean {
  return failures.has(error as Error) || (error as Error | null)?.name === 'NetworkFailure'
}
