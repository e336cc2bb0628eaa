import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { openDatabase, type Db } from '../server/platform/database.ts'
import { withClient } from '../server/platform/with-client.ts'
import { useLegs } from './ledger-legs.ts'

export interface TestDatabase {
  /** Works as `crels_app`, as the product does. */
  db: Db
  /** The owner's address, for what only an owner may do. */
  url: string
  drop(): Promise<void>
}

/**
 * A fresh database with every migration applied: a clone of the run's template, about 30 ms. Its ledger posts in legs where
 * that is asked for, or LEDGER_LEGS says so for the whole run.
 */
export async function createTestDatabase({ legs = false } = {}): Promise<TestDatabase> {
  const templateUrl = inject('templateUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  await admin(templateUrl, `create database ${name} template crels strategy file_copy`)
  const url = databaseUrl(templateUrl, name)
  if (legs) await useLegs(url)
  const db = openDatabase({ url, asApp: true, poolSize: 20, waitSec: 60, name })
  return {
    db,
    url,
    drop: async () => {
      await db.destroy()
      await untilAlone(templateUrl, name)
      await admin(templateUrl, `drop database if exists ${name} with (force)`)
    },
  }
}

function databaseUrl(url: string, name: string): string {
  return url.replace(/\/crels(\?|$)/, `/${name}$1`)
}

/** A pool that has ended may still be closing its connections; cutting one off then would fail the run. */
async function untilAlone(templateUrl: string, name: string) {
  for (let tries = 0; tries < 200; tries++) {
    const { rowCount } = await admin(templateUrl, `select from pg_stat_activity where datname = '${name}'`)
    if (rowCount === 0) return
    await sleep(50)
  }
}

async function admin(templateUrl: string, statement: string) {
  // From `postgres`, since a template cannot be cloned while a session is connected to it.
  return await withClient(
    databaseUrl(templateUrl, 'postgres'),
    async (client) => await client.query(statement),
  )
}
