import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { longTransactions, transactionLines } from './long-transactions.ts'
import type { SqlFile } from './migration-files.ts'

/** A migration that landed and whose file changed afterwards, or a database of another version than this program's. */
export class MigrationProblem extends Error {}

/** How long a migration waits for a lock at most, how often it tries, and how long it leaves the table alone between. */
export interface LockWait {
  lockMs: number
  tries: number
  pauseMs: number
}

/** Whatever asks for a table waits behind the migration that waits for it: a pause lets them through. */
export const lockWait: LockWait = { lockMs: 3_000, tries: 10, pauseMs: 2_000 }

/**
 * Does `work` for each file, all of them in one transaction. One that does not get its locks is rolled back and tried
 * again; after the last try a MigrationProblem says what holds them.
 */
export async function inMigrationTransaction<F extends SqlFile>(
  client: pg.Client,
  files: F[],
  work: (file: F) => Promise<void>,
  { lockMs, tries, pauseMs }: LockWait,
): Promise<void> {
  for (let left = tries; ; left--) {
    const failed = await tryOnce(client, files, work, lockMs)
    if (!failed) return
    if (!isLock(failed.error))
      throw new Error(`${failed.name}: ${textOf(failed.error)}`, { cause: failed.error })
    if (left <= 1) {
      const long = await longTransactions(client, lockMs / 1000)
      throw new MigrationProblem(
        `${failed.name}: other transactions held what it changes at each of ${tries} tries of ${lockMs / 1000} s; nothing of it was done. ` +
          (long.length > 0 ? `Transactions that are open: ${transactionLines(long).join('; ')}. ` : '') +
          'Wait for their end or end them, and run `crels migrate` again',
        { cause: failed.error },
      )
    }
    await sleep(pauseMs)
  }
}

async function tryOnce<F extends SqlFile>(
  client: pg.Client,
  files: F[],
  work: (file: F) => Promise<void>,
  lockMs: number,
): Promise<{ name: string; error: unknown } | null> {
  await client.query('begin')
  await client.query(`set local lock_timeout = ${lockMs}`)
  for (const file of files)
    try {
      await work(file)
    } catch (error) {
      await client.query('rollback')
      return { name: file.name, error }
    }
  await client.query('commit')
  return null
}

/** Not given within the time, or refused because two waited for each other. */
const isLock = (error: unknown) => ['55P03', '40P01'].includes((error as { code?: string }).code ?? '')

const textOf = (error: unknown) => (error as Error).message
