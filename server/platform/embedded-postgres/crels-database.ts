import pg from 'pg'
import { CRELS } from './cluster.ts'

/** Creates database `crels`, owned by role `crels`, where a first start has not yet; `url` gives the address of a database. */
export async function ensureDatabase(url: (database: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: url('postgres') })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [CRELS])
    if (!rowCount) await client.query(`create database ${CRELS} owner ${CRELS}`)
  } finally {
    await client.end()
  }
}
