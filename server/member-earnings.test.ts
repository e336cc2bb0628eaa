import { sql } from 'kysely'
import { pino } from 'pino'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { MemberEarning } from '#contracts/operator-member-earnings.schemas.ts'
import {
  advanceClock,
  app,
  follow,
  openApp,
  read,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { payClicks } from '#server/modules/conversions/pay-clicks.ts'
import { unlockEarnings } from '#server/modules/conversions/public.ts'
import { memberAvailable, move, houseIssued, post } from '#server/modules/ledger/public.ts'
import { newId } from '#server/platform/ids.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'
import { partyOf } from '#testing/redeemers.ts'

openApp()

let fay: TestOperator
beforeAll(async () => {
  fay = await operatorBearer(app, 'finance', 'fay@crels.example')
})
// No test is cut in two by the end of an hour.
beforeEach(async () => {
  if (app.clock.now().getUTCMinutes() >= 45) await advanceClock('20 minutes')
})

const log = pino({ level: 'silent' })
const reason = 'not_genuine'
/** A crel for each click, and some for a sale. */
const paying = { clickMillicrels: 1_000, sale: { crels: 84 } }

/** Clicks come, their hour ends, and they are paid. */
async function paid(at: Stage, clicks: number): Promise<void> {
  for (let click = 0; click < clicks; click += 1) await follow(at.code)
  await advanceClock('1 hour')
  await payClicks(app.db, { log })
}

const list = async ({ member }: Stage, query = '') =>
  (await callOperator(app, fay, { path: `/members/${member.uid}/earnings?${query}` })).body as {
    items: MemberEarning[]
    nextCursor: string | null
  }
const reverse = async ({ uid }: { uid: string }, ids: string[], who = fay, why = reason) =>
  await callOperator(app, who, {
    method: 'POST',
    path: `/members/${uid}/earnings/reversal`,
    payload: { ids, reason: why },
  })

test('lists what a member earned, the newest first, by pages, kind and state; the log says who looked', async () => {
  const at = await stage(paying)
  await paid(at, 2)
  await sell(at)
  const { items } = await list(at)
  expect(items).toMatchObject([
    { type: 'sale', state: 'pending', crels: 84, clicks: null, campaign: { id: at.campaignId } },
    { type: 'click', state: 'pending', crels: 2, clicks: 2, conversionId: null, reversedCrels: 0 },
  ])
  const first = await list(at, 'limit=1')
  const second = await list(at, `limit=1&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items]).toEqual(items)
  expect(second.nextCursor).toBeNull()
  expect((await list(at, 'type=click')).items).toEqual([items[1]])
  expect((await list(at, 'state=reversed')).items).toEqual([])
  const { rows } = await sql`
    select from audit_entry e join audit_member_key k on k.id = e.member_key
    where k.uid = ${at.member.uid} and e.action = 'member.view'`.execute(app.db)
  expect(rows).toHaveLength(1)
})

test('takes back what clicks were paid, each by itself: what was spent becomes a debt, a sale stays', async () => {
  const at = await stage({ ...paying, holdDays: 0 })
  const { member } = at
  await paid(at, 5)
  await unlockEarnings(app.db, { log })
  await paid(at, 3)
  await sell(at)
  const party = await partyOf(app, member)
  // Three of the five that are available are spent.
  await app.db.transaction().execute(async (tx) => {
    const lines = move(memberAvailable(party), houseIssued, 3)
    await post(tx, { kind: 'test', scope: 'test', idem: newId('request'), lines })
  })
  const { items } = await list(at)
  const sold = items.find(({ type }) => type === 'sale')
  const clicks = items.filter(({ type }) => type === 'click').map(({ id }) => id)
  const { status, body } = await reverse(member, [...clicks, sold!.id])
  expect([status, body.done, body.refused]).toEqual([200, 2, 1])
  expect(body.results.at(-1)).toMatchObject({ id: sold!.id, done: false, code: 'conflict' })
  expect(await read(member, '/wallet')).toMatchObject({ available: 0, pending: 84, debt: 3 })
  expect((await list(at, 'state=reversed')).items).toMatchObject(
    clicks.map((id) => ({ id, reason, state: 'reversed' })),
  )
  // One of both, with what is owed, a minute after the last; none of the same act once more.
  await reverse(member, clicks)
  expect((await read(member, '/notifications')).items).toMatchObject([
    {
      kind: 'earning_taken_back',
      title: 'We took back 8 crels',
      body: expect.stringContaining('owe 3 crels'),
    },
  ])
  expect(await app.jobs.run('send-notifications')).toMatchObject({ mails: 0 })
  await advanceClock('61 seconds')
  expect(await app.jobs.run('send-notifications')).toMatchObject({ mails: 1 })
})

test('one’s own act once more is the same; another operator’s, or another reason, names who was faster', async () => {
  const at = await stage(paying)
  await paid(at, 1)
  const ids = (await list(at)).items.map(({ id }) => id)
  expect((await reverse(at.member, ids)).body.done).toBe(1)
  expect((await reverse(at.member, ids)).body.done).toBe(1)
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  for (const late of [await reverse(at.member, ids, mia), await reverse(at.member, ids, fay, 'fraud')])
    expect(late.body.results).toMatchObject([
      {
        done: false,
        detail: expect.stringMatching(/taken back already\. fay did earning\.reverse on it at /),
      },
    ])
})

test('refuses an earning of another member, a reason that is no word, and who may not', async () => {
  const at = await stage(paying)
  await paid(at, 1)
  const ids = (await list(at)).items.map(({ id }) => id)
  const other = await createMember(app)
  expect((await reverse(other, ids)).body.results).toMatchObject([{ done: false, code: 'not_found' }])
  expect((await reverse(at.member, ids, fay, 'Not genuine!')).status).toBe(422)
  expect((await reverse(at.member, [])).status).toBe(422)
  const sue = await operatorBearer(app, 'support', 'sue@crels.example')
  expect((await reverse(at.member, ids, sue)).body.code).toBe('forbidden')
  expect((await list(at)).items).toMatchObject([{ state: 'pending' }])
})
