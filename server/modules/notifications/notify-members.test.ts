import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Mail } from '#server/platform/mail/mailer.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { dispatchNotifications, type DispatchDeps } from './dispatch-notifications.ts'
import { isAlikeTakenBack, notifyTakenBack, unsentSql } from './notify-members.ts'

let app: TestApp
let deps: DispatchDeps
let mails: Mail[]

beforeAll(async () => {
  app = await startTestApp()
  deps = {
    db: app.db,
    log: pino({ level: 'silent' }),
    mailer: { send: async (_, mail) => void mails.push(mail) },
    queuePush: async () => 0,
    publicOrigin: 'https://crels.example',
    unsubscribeUrl: () => 'https://crels.example/unsubscribe',
  }
})
beforeEach(async () => {
  mails = []
  await sql`delete from notification`.execute(app.db)
})
afterAll(() => app.close())

/** Sets domain time. */
async function setClock(time: string): Promise<void> {
  await sql`update clock_offset set shift = ${time}::timestamptz - clock_timestamp()`.execute(app.db)
}
/** With a profile: who has never called is not sent to. */
const member = async () => await createMember(app, { profile: { timeZone: 'UTC' } })
const campaign = { campaignId: 'cmp_1', title: 'Headphones', brand: 'Nordlys' }
const refunded = async (
  { uid }: TestMember,
  crels: number,
  { owed = 0, debt = owed }: { owed?: number; debt?: number } = {},
) =>
  await app.db.transaction().execute(async (tx) => {
    const facts = { campaign, crels, owed }
    await notifyTakenBack(tx, uid, { kind: 'earning_refunded', facts }, async () => debt)
  })

test('what is taken back leaves a minute after the last, and 15 after the first at most', async () => {
  const [one, steady] = [await member(), await member()]
  await setClock('2030-03-05T12:00:00Z')
  await refunded(one, 1)
  await refunded(one, 2)
  await dispatchNotifications(deps)
  expect(mails).toEqual([])
  // Every 50 seconds one, for 16 minutes.
  for (let second = 0; second < 16 * 60; second += 50) {
    await setClock(new Date(Date.parse('2030-03-05T12:00:00Z') + second * 1000).toISOString())
    await refunded(steady, 10)
    await dispatchNotifications(deps)
  }
  const leaves = 'crels were taken back after a refund'
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [one.email, `3 ${leaves}`],
    [steady.email, `190 ${leaves}`],
  ])
})

test('what is owed is what is owed at the last of them, where one of them made it more', async () => {
  const owes = async (...refunds: Parameters<typeof refunded>[2][]) => {
    const one = await member()
    for (const refund of refunds) await refunded(one, 5, refund)
    const { rows } = await sql<{ facts: { crels: number; owed: number } }>`
      select facts from notification where uid = ${one.uid}`.execute(app.db)
    expect(rows).toMatchObject([{ facts: { crels: 5 * refunds.length } }])
    return rows[0]!.facts.owed
  }
  expect(await owes({ owed: 5 }, { owed: 9 })).toBe(9)
  // What filled it came in between, all of it or some.
  expect(await owes({ owed: 5 }, { debt: 0 })).toBe(0)
  expect(await owes({ owed: 5 }, { debt: 2 })).toBe(2)
  expect(await owes({ owed: 5 }, { debt: 2 }, { debt: 1 })).toBe(1)
  // A debt from before has nothing to do with it.
  expect(await owes({ debt: 7 }, { debt: 7 })).toBe(0)
})

test('what it gathers with is found by an index, among those of all who wait', async () => {
  const plan = await app.db.transaction().execute(async (tx) => {
    await sql`
      insert into notification (uid, kind, facts)
      select 'usr_' || i, 'earning_refunded', '{}' from generate_series(1, 20000) i`.execute(tx)
    await sql`analyze notification`.execute(tx)
    const query = unsentSql('usr_1', 'earning_refunded', isAlikeTakenBack(null)).compile(tx)
    const explain = { ...query, sql: `explain (generic_plan) ${query.sql}`, parameters: [] }
    const { rows } = await tx.executeQuery<Record<string, string>>(explain)
    return rows.flatMap(Object.values).join('\n')
  })
  expect(plan).toMatch(/Index Scan using notification_taken_back/)
})
