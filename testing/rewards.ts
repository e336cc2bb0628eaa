import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { balances, reconcile } from '#server/modules/ledger/public.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type NewMember, type TestMember } from '#testing/members.ts'
import { awayFromMidnight } from '#testing/midnight.ts'
import { testActor } from './operators.ts'

/** The product that `openApp` opened. */
export let app: TestApp

/** For each test file that has its product from here: opened before its tests; after them its books hold, and it is closed. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
  })
  // Rewards go by dates and months.
  beforeEach(async () => await awayFromMidnight(app))
  afterAll(async () => {
    const { findings, clean } = await reconcile(app.db)
    expect(clean, JSON.stringify(findings.filter(({ count }) => count > 0))).toBe(true)
    await app.close()
  })
}

/** A member with what rewards know them by. */
export interface Person extends TestMember {
  party: string
  shortId: string
}

/** Makes a member, whose sign-up comes after that of everybody made before. */
export async function person(options: NewMember = {}): Promise<Person> {
  const member = await createMember(app, options)
  // The first call makes the member's row.
  await app.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  const { rows } = await sql<{ party: string; shortId: string }>`
    select party, short_id as "shortId" from member where uid = ${member.uid}`.execute(app.db)
  return { ...member, ...rows[0]! }
}

/** Sets one setting of the economy. */
export async function set(path: string, value: unknown): Promise<void> {
  const change = { settings: [{ path, value }], reason: 'a test' }
  await app.db.transaction().execute(async (tx) => await setEconomy(tx, testActor, change))
}

/** Moves domain time, here and in the database. */
export async function advanceClock(interval: string): Promise<void> {
  await app.clicks.flush()
  await shiftClock(app.db, interval)
  await app.clock.follow(app.db)
}

/** A claim of a reward. */
export async function claim(
  member: Pick<TestMember, 'headers'>,
  reward: string,
  payload?: object,
  headers: Record<string, string> = {},
) {
  return await app.server.inject({
    method: 'POST',
    url: `/api/v1/gamification/${reward}`,
    headers: { ...member.headers, ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
}

/** What a member gets from an endpoint of theirs. */
export async function read(member: Pick<TestMember, 'headers'>, path: string) {
  const response = await app.server.inject({ url: `/api/v1${path}`, headers: member.headers })
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Points in the ledger. */
export async function pointsOf({ party }: Pick<Person, 'party'>): Promise<number> {
  return (await balances(app.db, party)).points
}
