import pg from 'pg'
import { distribution } from './check/distribution.ts'
import { useLegs } from './ledger-legs.ts'
import type { TestPostgres } from './postgres.ts'

/**
 * A server that is there, for tests that are told of one by TEST_SERVER_URL (docs/scaling.md): they have a database
 * `crels` on it, as an account that may make databases and roles. Throws where there is one already: it is not theirs.
 */
export async function useOutsideServer(address: string): Promise<TestPostgres> {
  const url = (database: string) => {
    const of = new URL(address)
    of.pathname = `/${database}`
    return of.href
  }
  const { rows } = await at(url('postgres'), `select from pg_database where datname = 'crels'`)
  if (rows.length > 0)
    throw new Error(
      'The server of TEST_SERVER_URL has a database crels: tests make one of that name and drop it',
    )
  await at(url('postgres'), 'create database crels')
  return { url, stop: async () => void (await at(url('postgres'), 'drop database crels with (force)')) }
}

/** Has Citus spread the ledger's tables, where the server has it; answers whether. To be called once they are there. */
export async function spreadLedger(url: string): Promise<boolean> {
  const { rows } = await at(url, `select from pg_available_extensions where name = 'citus'`)
  if (rows.length === 0) return false
  await useLegs(url)
  await at(url, 'create extension if not exists citus')
  // One server that is coordinator and worker: databases of tests are copies of this one, and copies have no others.
  await at(url, `select citus_set_coordinator_host('localhost', current_setting('port')::int)`)
  for (const [table, how] of Object.entries(distribution))
    await at(
      url,
      how === 'copied'
        ? `select create_reference_table('${table}')`
        : `select create_distributed_table('${table}', '${how.by}', colocate_with => '${how.by === 'party' && table !== 'account' ? 'account' : 'none'}')`,
    )
  return true
}

async function at(url: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return await client.query(statement).finally(async () => await client.end())
}
