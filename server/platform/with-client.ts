import pg from 'pg'

/**
 * Runs `work` on a connection of its own, outside every pool. One that dies refuses its query; without a listener it would
 * end the process too.
 */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
