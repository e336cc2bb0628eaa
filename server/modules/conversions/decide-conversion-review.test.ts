import { addOlga, testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { crels, endPrograms, temporaryDataDir } from '#testing/processes.ts'
import {
  app,
  follow,
  hasty,
  openApp,
  advanceClock,
  read,
  refund,
  report,
  sell,
  stage,
} from './conversions.fixture.ts'
import { checkReviews } from '#server/doctor/database-checks.ts'
import { pendingReviews } from '#server/pending-reviews.ts'
import { decideConversionReview, type ConversionReviewDecision } from './decide-conversion-review.ts'
import { countConversionsUnderReview, listConversionsUnderReview } from './list-conversions-under-review.ts'

openApp()
afterAll(endPrograms)

const decide = async (decision: ConversionReviewDecision) =>
  await app.db.transaction().execute(async (tx) => await decideConversionReview(tx, testActor, decision))

async function held(changes = {}) {
  const at = await stage(changes)
  const sent = hasty(await follow(at.code))
  const { body } = await report(at.key, sent)
  expect(body.status).toBe('under_review')
  return { at, sent, body, conversionId: body.id as string }
}

test('accepts: the reserved crels are pending and unlock on the day that was fixed', async () => {
  const { at, sent, body, conversionId } = await held()
  await advanceClock('10 days')
  const { open, oldestSeconds } = (await pendingReviews(app.db)).conversions
  expect([open > 0, oldestSeconds >= 10 * 86_400]).toEqual([true, true])
  const metrics = (await app.server.inject('/metrics')).body
  expect(metrics).toMatch(/^crels_reviews\{metric="conversions"\} [1-9]/m)
  expect(metrics).toMatch(/^crels_reviews\{metric="oldest_seconds"\} \d{6,}$/m)
  expect(await checkReviews({ config: app.config, db: app.db, readiness: null })).toMatchObject({
    verdict: 'warning',
    says: expect.stringMatching(
      /^under review: conversions \d+; the oldest conversions for \d+ days: `crels conversion under-review`$/,
    ),
  })
  const decided = await decide({ conversionId, accept: true })
  expect(decided).toEqual({ id: body.id, eventId: sent.eventId, status: 'accepted', earning: body.earning })
  expect(await decide({ conversionId, accept: true })).toEqual(decided)
  expect((await report(at.key, sent)).body).toEqual(decided)
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 84 })
  await advanceClock('20 days')
  await app.jobs.run('unlock-earnings')
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0, available: 84 })
})

test('rejects: the crels return to the budget, and the member sees the reason', async () => {
  const { at, sent, conversionId } = await held({ budgetCrels: 84 })
  const decided = await decide({ conversionId, accept: false, reason: 'order_not_genuine' })
  expect(decided).toMatchObject({ status: 'rejected', reason: 'order_not_genuine' })
  expect(decided.earning).toBeUndefined()
  expect((await read(at.member, '/earnings')).items).toMatchObject([
    { state: 'reversed', reason: 'order_not_genuine', reversedCrels: 84 },
  ])
  expect((await refund(at.key, sent.eventId)).body.code).toBe('not_refundable')
  const { rows } = await sql`select review_reason from conversion where id = ${conversionId}`.execute(app.db)
  expect(rows).toEqual([{ review_reason: 'too_fast' }])
  expect((await sell(at)).body.status).toBe('accepted')
})

test('only an accepted conversion earns the first-conversion badge, not one under review or rejected', async () => {
  const { at, conversionId } = await held()
  const firstConversion = async () =>
    (await read(at.member, '/gamification')).badges.find(
      ({ badge }: { badge: string }) => badge === 'first_conversion',
    )
  expect(await firstConversion()).toMatchObject({ progress: 0, earnedAt: null })
  await decide({ conversionId, accept: false })
  expect(await firstConversion()).toMatchObject({ progress: 0, earnedAt: null })

  // What was refunded later was one.
  const { eventId } = await sell(at)
  await refund(at.key, eventId)
  expect(await firstConversion()).toMatchObject({ progress: 1, earnedAt: expect.any(String) as string })
})

test('refuses the opposite of a decision, what was never under review, and what is unknown', async () => {
  const { conversionId } = await held()
  await decide({ conversionId, accept: false })
  await expect(decide({ conversionId, accept: true })).rejects.toMatchObject({ code: 'conflict' })
  const { body } = await sell(await stage())
  await expect(decide({ conversionId: body.id, accept: false })).rejects.toMatchObject({ code: 'conflict' })
  await expect(decide({ conversionId: 'cnv_unknown', accept: true })).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('pays what refunds left of a conversion under review', async () => {
  const { at, sent, conversionId } = await held()
  await refund(at.key, sent.eventId, { amount: { currency: 'USD', minor: 25_00 } })
  await decide({ conversionId, accept: true })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 63 })
})

test('one that was wholly refunded meanwhile is rejected with the refund, and waits for nobody', async () => {
  const { at, sent, conversionId } = await held()
  const before = await countConversionsUnderReview(app.db, { limit: 1 })
  await refund(at.key, sent.eventId, { amount: { currency: 'USD', minor: 25_00 } })
  expect(await countConversionsUnderReview(app.db, { limit: 1 })).toBe(before)
  await refund(at.key, sent.eventId)
  expect(await countConversionsUnderReview(app.db, { limit: 1 })).toBe(before - 1)
  await expect(decide({ conversionId, accept: true })).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('rejected already') as string,
  })
  // The same refund again is the same.
  expect(await refund(at.key, sent.eventId)).toMatchObject({ status: 200 })
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0 })
})

test('decides once when decisions and refunds race', async () => {
  const { at, sent, conversionId } = await held()
  const settled = await Promise.allSettled([
    ...Array.from({ length: 5 }, async () => await decide({ conversionId, accept: true })),
    ...Array.from({ length: 5 }, async () => await decide({ conversionId, accept: false })),
    ...Array.from({ length: 5 }, async () => await refund(at.key, sent.eventId)),
  ])
  const refused = settled.filter((result) => result.status === 'rejected')
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'conflict' })
  for (const result of settled.slice(10)) {
    expect(result.status).toBe('fulfilled')
    const { status } = (result as PromiseFulfilledResult<{ status: number }>).value
    expect([200, 409]).toContain(status)
  }
  const { items } = await read(at.member, '/earnings')
  expect(items[0].state).toBe('reversed')
  expect(await read(at.member, '/wallet')).toMatchObject({ pending: 0, available: 0, debt: 0 })
})

test('what waits is listed with its order and amount, part by part, and how much there is', async () => {
  const before = await countConversionsUnderReview(app.db, { limit: 1 })
  const made = [await held(), await held(), await held()]
  expect(await countConversionsUnderReview(app.db, { limit: 1 })).toBe(before + 3)
  const all = await listConversionsUnderReview(app.db, { limit: 100 })
  const [first] = made
  const row = all.find(({ id }) => id === first!.conversionId)
  expect(row).toMatchObject({ eventId: first!.sent.eventId, amount: { currency: 'USD', minor: 100_00 } })
  const after = all.at(-3)!.id
  const rest = await listConversionsUnderReview(app.db, { limit: 1, after })
  expect(rest.map(({ id }) => id)).toEqual([all.at(-2)!.id])
  expect(await countConversionsUnderReview(app.db, { limit: 1, after })).toBe(2)
})

test.each(['Not genuine', '', 'x'.repeat(61)])(
  'a reason is one for programs: %j is refused in words',
  async (reason) => {
    const { conversionId } = await held()
    const refused = { code: 'validation_failed', message: expect.stringContaining('small letters') as string }
    await expect(decide({ conversionId, accept: false, reason })).rejects.toMatchObject(refused)
  },
)

test('the command lists them with order and amount, and says how many there are beyond the limit', async () => {
  const { sent, conversionId } = await held()
  await held()
  const rows = await listConversionsUnderReview(app.db, { limit: 1_000 })
  const before = rows[rows.findIndex(({ id }) => id === conversionId) - 1]
  const from = before ? ['--after', before.id] : []
  const settings = {
    DATABASE_URL: app.databaseUrl,
    DATA_DIR: temporaryDataDir(),
    ...(await addOlga(app.db)),
  }
  const list = ['conversion', 'under-review', '--limit', '1', ...from]
  const { status, stdout, stderr } = await crels(list, { ...settings, SECRET: app.config.secret! })
  expect({ status, stderr }).toEqual({
    status: 0,
    stderr: `1 of 2: --after ${conversionId} goes on, --limit shows more at once\n`,
  })
  expect(stdout).toMatch(
    new RegExp(`^${conversionId}  .+  too_fast  sale ${sent.eventId} of USD 100\\.00 for 84 crels`),
  )
})
