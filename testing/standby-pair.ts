import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { houseFee, houseIssued, move, post } from '#server/modules/ledger/public.ts'
import { openDatabase, type Db } from '#server/platform/database.ts'
import { migrate } from '#server/platform/migrate.ts'
import { startHaproxy, startRole } from './haproxy.ts'
import { temporaryDataDir } from './processes.ts'
import { requireStandby, startStandby } from './standby.ts'
import { startStoppablePostgres, type StoppablePostgres } from './stoppable-postgres.ts'

/** A primary and its standby behind HAProxy, by the recipe of docs/scaling.md. */
export interface StandbyPair {
  primary: StoppablePostgres
  /** Where the standby answers by itself. */
  second: string
  /** Through HAProxy: whichever of them is the primary. */
  db: Db
}

/**
 * Starts one, migrated; of a synchronous standby the primary answers nothing that it does not have. What is to be closed,
 * the last first, goes to `closers` as it is started, also where a later step fails.
 */
export async function startStandbyPair(
  { isSynchronous }: { isSynchronous: boolean },
  closers: (() => Promise<unknown> | void)[],
): Promise<StandbyPair> {
  const primary = await startStoppablePostgres()
  closers.push(() => primary.remove())
  await migrate(primary.url)
  const folder = join(temporaryDataDir(), 'standby')
  const standby = await startStandby(primary.url, folder, 'second')
  closers.push(async () => {
    await standby.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  const second = await standby.url('crels')
  if (isSynchronous) await requireStandby(primary.url, 'second')
  const { searchParams, port } = new URL(second)
  const url = new URL(primary.url)
  url.port = String(
    await startHaproxy([
      { at: url.host, role: await startRole(primary.url) },
      {
        at: `unix@${join(searchParams.get('host')!, `.s.PGSQL.${port}`)}`,
        role: await startRole(second),
      },
    ]),
  )
  const db = openDatabase({ url: url.href, poolSize: 8, waitSec: 1 })
  closers.push(() => db.destroy())
  return { primary, second, db }
}

/**
 * Four clients that post a crel under a scope, each again with its key until it is answered, as clients do; `onAnswer`
 * hears each key once it is. Answers how to stop them.
 */
export function postWithoutEnd(db: Db, scope: string, onAnswer: (idem: string) => void): () => Promise<void> {
  const over = new AbortController()
  const client = async (of: number) => {
    for (let n = 0; !over.signal.aborted; n += 1)
      for (let isAnswered = false; !isAnswered && !over.signal.aborted;)
        try {
          await postOne(db, scope, `${of}-${n}`)
          onAnswer(`${of}-${n}`)
          isAnswered = true
        } catch {
          await sleep(50)
        }
  }
  const clients = [0, 1, 2, 3].map(client)
  return async () => {
    over.abort()
    await Promise.all(clients)
  }
}

async function postOne(db: Db, scope: string, idem: string): Promise<void> {
  const lines = move(houseIssued, houseFee('CREL'), 1)
  await db.transaction().execute(async (tx) => await post(tx, { kind: 'test', scope, idem, lines }))
}
