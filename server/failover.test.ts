import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { haproxy, startHaproxy, startRole } from '#testing/haproxy.ts'
import { endPrograms } from '#testing/processes.ts'
import { databaseFolder } from '#testing/run-folder.ts'
import { requireStandby, startStandby } from '#testing/standby.ts'
import { startStoppablePostgres } from '#testing/stoppable-postgres.ts'
import { houseIssued, houseFee, move, post, reconcile } from './modules/ledger/public.ts'
import { openDatabase, type Db } from './platform/database.ts'
import { migrate } from './platform/migrate.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  await endPrograms()
  for (const close of closers.toReversed()) await close()
})

async function postOne(db: Db, idem: string): Promise<void> {
  const lines = move(houseIssued, houseFee('CREL'), 1)
  await db
    .transaction()
    .execute(async (tx) => await post(tx, { kind: 'test', scope: 'failover', idem, lines }))
}

test.skipIf(!haproxy)(
  'a synchronous standby is promoted under load behind HAProxy: no money that was acknowledged is lost (skipped without haproxy)',
  async () => {
    const primary = await startStoppablePostgres()
    closers.push(() => primary.remove())
    await migrate(primary.url)
    const folder = await mkdtemp(join(databaseFolder(), 'crels-standby-'))
    const standby = await startStandby(primary.url, folder, 'second')
    closers.push(async () => {
      await standby.stop()
      await rm(folder, { recursive: true, force: true })
    })
    const second = await standby.url('crels')
    await requireStandby(primary.url, 'second')

    const socket = new URL(second).searchParams.get('host')!
    const port = await startHaproxy([
      { at: new URL(primary.url).host, role: await startRole(primary.url) },
      { at: `unix@${join(socket, `.s.PGSQL.${new URL(second).port}`)}`, role: await startRole(second) },
    ])
    const url = new URL(primary.url)
    url.port = String(port)
    const db = openDatabase({ url: url.href, poolSize: 8, waitSec: 1 })
    closers.push(() => db.destroy())
    await vi.waitFor(async () => await sql`select 1`.execute(db), 20_000)

    const acknowledged: string[] = []
    let diedAt = 0
    let backAt = 0
    const over = new AbortController()
    const work = async (worker: number) => {
      for (let n = 0; !over.signal.aborted; n++) {
        const idem = `${worker}-${n}`
        // Again with the same key until it is answered, as a client does.
        for (let done = false; !done && !over.signal.aborted;)
          try {
            await postOne(db, idem)
            done = acknowledged.push(idem) > 0
            if (diedAt && !backAt) backAt = performance.now()
          } catch {
            await sleep(50)
          }
      }
    }
    const workers = [0, 1, 2, 3].map(work)
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), 60_000)
    diedAt = performance.now()
    // It ends at once and is not started again: fenced.
    await primary.crash()
    await askServer(second, 'select pg_promote()')
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50), 60_000)
    over.abort()
    await Promise.all(workers)
    expect(primary.isRunning()).toBe(false)

    const found = await askServer<{ idem: string; count: number }>(
      second,
      `select idem, count(*)::int as count from txn where scope = 'failover' group by idem`,
    )
    const kept = new Map(found.map(({ idem, count }) => [idem, count]))
    expect(acknowledged.filter((idem) => kept.get(idem) !== 1)).toEqual([])
    const books = openDatabase({ url: second, poolSize: 1 })
    expect((await reconcile(books).finally(() => books.destroy())).clean).toBe(true)
    // HAProxy asks each second, twice.
    expect(backAt - diedAt).toBeLessThan(30_000)
  },
)
