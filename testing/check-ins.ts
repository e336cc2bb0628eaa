import { sql } from 'kysely'
import { afterAll, beforeAll, expect } from 'vitest'
import { startTestApp, type TestApp } from './app.ts'
import { createMember, type NewMember, type TestMember } from './members.ts'
import { manyAtOnce } from './config.ts'
import { reconcile } from '../server/modules/ledger/public.ts'

/** The product that `openApp` opened. */
export let app: TestApp

/** For each test file that has its product from here: opened before its tests; after them its books hold, and it is closed. */
export function openApp(): void {
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(async () => {
    expect((await reconcile(app.db)).findings.filter(({ count }) => count > 0)).toEqual([])
    await app.close()
  })
}

/** Makes it a moment of domain time, here and in the database; it goes on from there. */
export async function setClock(moment: string): Promise<void> {
  await sql`update clock_offset set shift = ${moment}::timestamptz - clock_timestamp()`.execute(app.db)
  await app.clock.follow(app.db)
}

/** A member whose profile says where they are. */
export async function memberIn(timeZone: string | null, more: NewMember = {}): Promise<TestMember> {
  return await createMember(app, {
    ...more,
    profile: timeZone ? { ...more.profile, timeZone } : more.profile,
  })
}

/** Asks for a reward, `daily-check-in` unless another is named. */
export async function claim(
  { headers }: Pick<TestMember, 'headers'>,
  reward = 'daily-check-in',
  payload?: object,
) {
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/gamification/${reward}`,
    headers,
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

/** `manyAtOnce` ask for a reward. */
export async function claimAtOnce(member: Pick<TestMember, 'headers'>, reward: string) {
  return await Promise.all(Array.from({ length: manyAtOnce }, async () => await claim(member, reward)))
}

/** Reads what a member sees. */
export async function read({ headers }: Pick<TestMember, 'headers'>, path: string) {
  const response = await app.server.inject({ url: `/api/v1${path}`, headers })
  expect(response.statusCode).toBe(200)
  return response.json()
}

/** Changes a member's profile; answers the status. */
export async function patchProfile({ uid, headers }: TestMember, payload: object) {
  const url = `/api/v1/users/${uid}`
  const response = await app.server.inject({ method: 'PATCH', url, headers, payload })
  return { status: response.statusCode, body: response.json() }
}

/** Checks in on each of some dates, at noon in UTC. */
export async function checkInOn(member: TestMember, dates: string[]): Promise<void> {
  for (const date of dates) {
    await setClock(`${date}T12:00:00Z`)
    expect((await claim(member)).status).toBe(200)
  }
}

/** The name under which the ledger knows a member. */
export async function partyOf({ uid }: Pick<TestMember, 'uid'>): Promise<string> {
  const { rows } = await sql<{ party: string }>`select party from member where uid = ${uid}`.execute(app.db)
  return rows[0]!.party
}
