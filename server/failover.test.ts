import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { askServer } from '#testing/ask-server.ts'
import { haproxy } from '#testing/haproxy.ts'
import { endPrograms } from '#testing/processes.ts'
import { postWithoutEnd, startStandbyPair } from '#testing/standby-pair.ts'
import { reconcile } from './modules/ledger/public.ts'
import { openDatabase } from './platform/database.ts'

const closers: (() => Promise<unknown> | void)[] = []
afterAll(async () => {
  await endPrograms()
  for (const close of closers.toReversed()) await close()
})

test.skipIf(!haproxy)(
  'a synchronous standby is promoted under load behind HAProxy: no money that was acknowledged is lost (skipped without haproxy)',
  async () => {
    const { primary, second, db } = await startStandbyPair({ isSynchronous: true }, closers)
    await vi.waitFor(async () => await sql`select 1`.execute(db), 20_000)

    const acknowledged: string[] = []
    let diedAt = 0
    let backAt = 0
    const stop = postWithoutEnd(db, 'failover', (idem) => {
      acknowledged.push(idem)
      if (diedAt && !backAt) backAt = performance.now()
    })
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(100), 60_000)
    diedAt = performance.now()
    // It ends at once and is not started again: fenced.
    await primary.crash()
    await askServer(second, 'select pg_promote()')
    const before = acknowledged.length
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 50), 60_000)
    await stop()
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
