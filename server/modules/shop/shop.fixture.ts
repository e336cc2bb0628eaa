import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { reconcile } from '#server/modules/ledger/public.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { callShop, type Buyer } from '#testing/shop.ts'
import { reconcileShop } from './reconcile-shop.ts'

/** The product that `openApp` opened. */
export let app: TestApp

/** For each test file that has its product from here: after its tests the books and every order hold, and it is closed. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(async () => {
    expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
    expect(await reconcileShop(app.db)).toEqual([])
    await app.close()
  })
}

/** Calls the shop as a member, or as a visitor. */
export const call = async (
  member: Buyer | null,
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  payload?: object,
  headers?: Record<string, string>,
) => await callShop(app, member, method, url, payload, headers)

/** Buys an item that costs 100 points, unless given otherwise. */
export const buy = async (
  member: Buyer,
  itemId: string,
  more: object = {},
  headers?: Record<string, string>,
) => await call(member, 'POST', '/orders', { itemId, points: 100, ...more }, headers)

/** An item as everybody sees it. */
export const item = async (id: string) => (await call(null, 'GET', `/shop/${id}`)).body

/** Sets domain time, here and in the database; it goes on from there. */
export async function setClock(moment: string): Promise<void> {
  await sql`update clock_offset set shift = ${moment}::timestamptz - clock_timestamp()`.execute(app.db)
  await app.clock.follow(app.db)
}

/** The codes and statuses of answers, counted. */
export function counted(answers: { status: number; body: { code?: string } }[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { status, body } of answers) {
    const name = body?.code ?? String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Lets campaigns have paid a member so much, as far as the shop asks. */
export async function earned({ uid, party }: Buyer, crels: number): Promise<void> {
  await sql`
    insert into earning (id, uid, party, campaign_id, enrolment_id, type, crels, state, occurred_at, created_at, unlocks_at,
                         unlocked_at, clicks, click_millicrels)
    values (new_id('ern'), ${uid}, ${party}, 'cmp_test', 'enr_test', 'click', ${crels}, 'available', crels_now(),
            crels_now(), crels_now(), crels_now(), 1, 1000)`.execute(app.db)
}
