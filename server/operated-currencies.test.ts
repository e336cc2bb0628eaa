import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkAuditLog, listAuditEntries } from '#server/modules/operators/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { mailsTo } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer, testActor, type TestOperator } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'

let app: TestApp
let olga: TestOperator
let finn: TestOperator
let mona: TestOperator
beforeAll(async () => {
  app = await startTestApp()
  olga = await operatorBearer(app, 'owner')
  mona = await operatorBearer(app, 'manager')
  finn = await operatorBearer(app, 'finance')
  await giveFactor(app, olga.operatorId)
})
afterAll(() => app.close())

const reason = 'By the bank’s list.'
const read = async (path: string, who = mona) => await callOperator(app, who, { path })
const post = async (path: string, payload: object = {}, who = finn) =>
  await callOperator(app, who, { method: 'POST', path, payload })
const approve = async (id: string, who = olga) => await post(`/pending-acts/${id}/approval`, {}, who)
/** Asks for something, and has it approved; answers what the first of the two refused. */
const approved = async (asked: Awaited<ReturnType<typeof post>>) =>
  asked.status === 202 ? await approve(asked.body.id as string) : asked
const propose = async (payload: object, { who = finn, currency = 'EUR' } = {}) =>
  await post(`/currency-rates/${currency}/changes`, { reason, ...payload }, who)
const ratesOf = async (currency: string) =>
  (await read('/currency-rates')).body.items.filter(
    (rate: { currency: string }) => rate.currency === currency,
  )

test('a currency gets a rate that another operator approves, with what it touches before', async () => {
  const look = async (usdPerUnit: string, currency = 'EUR') =>
    (await read(`/currency-rates/${currency}/preview?usdPerUnit=${usdPerUnit}`, finn)).body
  expect((await read('/currency-rates')).body.items).toEqual([])
  const to = { kind: 'bank', holder: 'Ada Lovelace', iban: 'DE89370400440532013000' }
  const { id } = await redeem(app, await createRedeemer(app, { to }), { usdCents: 20_00 })
  await app.redemptions.approve({ redemptionId: id, actor: testActor })
  const touched = {
    claims: { count: 0, usdCents: null, nextUsdCents: 0 },
    sepa: { count: 1, usdCents: 20_00 },
  }
  expect(await look('1.08')).toMatchObject({ before: null, ...touched })

  const first = await propose({ usdPerUnit: '1.0800', seen: null })
  expect(first).toMatchObject({
    status: 202,
    body: { action: 'currency.set', target: 'EUR', reason, state: 'waiting', runsAt: null },
  })
  expect(await ratesOf('EUR')).toEqual([])
  expect((await read(`/pending-acts/${first.body.id}`, olga)).body).toMatchObject({
    isYoursToApprove: true,
    changed: null,
    effect: { kind: 'currency', currency: 'EUR', before: null, after: '1.0800', ...touched },
  })
  expect(
    (await read(`/pending-acts/${first.body.id}`, await operatorBearer(app, 'support'))).body.effect,
  ).toBeNull()
  expect((await approve(first.body.id, finn)).status).toBe(403)
  expect((await approve(first.body.id)).status).toBe(200)
  expect(await ratesOf('EUR')).toMatchObject([{ usdPerUnit: '1.08', setBy: 'finance', isHeld: true }])
  expect((await look('1.2')).before).toMatchObject({ usdPerUnit: '1.08' })

  // What somebody else set in between is looked at first, and what one looked at is not overwritten later.
  expect((await propose({ usdPerUnit: '1.2', seen: null })).body.detail).toBe(
    '1 EUR was without a rate and is $1.08 now. Look at it first.',
  )
  const two = [
    await propose({ usdPerUnit: '1.1', seen: '1.08' }),
    await propose({ usdPerUnit: '1.2', seen: '1.08' }),
  ]
  const answers = await Promise.all(two.map(async (one) => await approved(one)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)!.body.detail).toMatch(
    /^This changed since it was proposed\. 1 EUR was \$1\.08 and is \$1\.[12] now\./,
  )

  expect((await look('39', 'JPY')).sepa).toBeNull()
  for (const currency of ['USD', 'EURO', 'eur'])
    expect((await propose({ usdPerUnit: '1.1', seen: null }, { currency })).status, currency).toBe(404)
  for (const usdPerUnit of ['0', '-1', '1,08', 'x'])
    expect((await propose({ usdPerUnit, seen: '1.08' })).status, usdPerUnit).toBe(422)
  expect((await propose({ usdPerUnit: '1.1', seen: '1.08' }, { who: mona })).status).toBe(403)
  const entries = await listAuditEntries(app.db, { limit: 10, action: 'currency.set' })
  expect(entries.map(({ by }) => by)).toEqual(['finance', 'finance'])
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })
})

test('a rate that is taken away leaves what held before, and for no longer than it did', async () => {
  const today = new Date(app.clock.now()).toISOString().slice(0, 10)
  const dayAt = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  const rates = async () => await ratesOf('SEK')
  const set = async (payload: object) => await approved(await propose(payload, { currency: 'SEK' }))
  const withdraw = async (payload: object, who = finn) =>
    await approved(await post('/currency-rates/SEK/withdrawals', { reason, ...payload }, who))
  const old = { day: dayAt(-5), usdPerUnit: '0.09' }
  expect((await set({ ...old, seen: null })).status).toBe(200)
  const before = await rates()
  expect(before).toMatchObject([{ ...old, isHeld: true, heldUntil: dayAt(2) }])
  expect((await set({ usdPerUnit: '0.9', seen: '0.09' })).status).toBe(200)
  expect(await rates()).toMatchObject([{ day: today, usdPerUnit: '0.9' }])
  expect((await withdraw({ day: today, seen: '0.09' })).body.detail).toMatch(/and is \$0\.9 now/)
  expect((await withdraw({ day: today, seen: '0.9' }, mona)).status).toBe(403)
  expect((await withdraw({ day: today, seen: '0.9' })).status).toBe(200)
  expect(await rates()).toEqual(before)
  // That of another day is not taken away by this one.
  expect((await withdraw({ day: today, seen: '0.09' })).body).toMatchObject({
    code: 'conflict',
    detail: `SEK has no rate of ${today} that could be taken away.`,
  })
  const [entry] = await listAuditEntries(app.db, { limit: 1, action: 'currency.set' })
  expect(entry).toMatchObject({ before: { day: today, usdPerUnit: '0.9' }, after: { usdPerUnit: null } })
  expect(await checkAuditLog(app.db)).toMatchObject({ breaks: [], differences: [] })

  // A day to come is not today's: it is shown as coming, and holds from then on.
  const coming = { day: dayAt(1), usdPerUnit: '0.1' }
  expect((await set({ ...coming, seen: '0.09' })).status).toBe(200)
  expect(await rates()).toMatchObject([
    { ...old, isHeld: true, isComing: false, heldUntil: today },
    { ...coming, isHeld: false, isComing: true, heldUntil: dayAt(8) },
  ])
  expect((await read('/currency-rates/SEK/preview?usdPerUnit=1', finn)).body).toMatchObject({
    before: old,
    heldUntil: today,
  })
  expect((await withdraw({ day: coming.day, seen: '0.1' })).status).toBe(200)
  expect(await rates()).toEqual(before)
  // The only one there is may go too.
  expect((await withdraw({ day: old.day, seen: '0.09' })).status).toBe(200)
  expect(await rates()).toEqual([])
})

test('where nobody else could approve it, a rate waits 24 hours for the day it was proposed on, and owners are mailed', async () => {
  const boss = await operatorBearer(app, 'owner')
  const mailed = (await mailsTo(app, boss.email)).length
  await sql`delete from operator_passkey`.execute(app.db)
  const { body } = await propose({ usdPerUnit: '0.15', seen: null }, { currency: 'DKK' })
  expect(Date.parse(body.runsAt) - Date.parse(body.proposedAt)).toBe(86_400_000)
  const mails = await mailsTo(app, boss.email)
  expect(mails.length).toBe(mailed + 1)
  expect(mails[0]!.text).toContain('currency.set')
  expect(await ratesOf('DKK')).toEqual([])
  await sql`
    update pending_act set proposed_at = proposed_at - interval '25 hours', runs_at = runs_at - interval '25 hours'
    where id = ${body.id}`.execute(app.db)
  expect(await app.jobs.run('run-pending-acts')).toMatchObject({ done: 1 })
  expect(await ratesOf('DKK')).toMatchObject([{ day: body.input.day, usdPerUnit: '0.15' }])
  await giveFactor(app, olga.operatorId)
})

test('a rate touches the claims of its days that wait, until the next one', async () => {
  const claim = async (minor: number, daysAgo: number, currency: string) => {
    const id = newId('claim')
    await sql`
      insert into conversion_claim (id, uid, party, enrolment_id, campaign_id, brand_id, type, order_reference, occurred_at,
        reported_amount_minor, reported_currency, answer_by)
      values (${id}, 'usr_x', 'pty_x', 'enr_x', 'cmp_x', 'brd_x', 'sale', ${id}, crels_now() - make_interval(days => ${daysAgo}::int),
        ${minor}, ${currency}, crels_now())`.execute(app.db)
  }
  await claim(10_00, 0, 'GBP')
  await claim(20_00, 0, 'GBP')
  await claim(40_00, 1, 'GBP')
  await claim(80_00, 0, 'CHF')
  const { body } = await read('/currency-rates/GBP/preview?usdPerUnit=1.5', finn)
  expect(body.claims).toEqual({ count: 2, usdCents: null, nextUsdCents: 45_00 })
})
