import pg from 'pg'

/** Asks a server over a connection of its own, which ends with the answer; one that does not let it in `withinMs` is away. */
export async function askServer<R extends object>(
  url: string,
  text: string,
  { values = [], withinMs = 10_000 }: { values?: unknown[]; withinMs?: number } = {},
): Promise<R[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: withinMs })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<R>(text, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}
