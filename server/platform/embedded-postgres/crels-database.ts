import pg from 'pg'
import { CRELS } from './cluster.ts'

/** Creates database `crels`, owned by role `crels`, unless an earlier start has; `adminUrl` opens another database. */
export async function ensureDatabase(adminUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [CRELS])
    if (!rowCount) await client.query(`create database ${CRELS} owner ${CRELS}`)
  } finally {
    await client.end()
  }
}
