import { testActor } from '#testing/operators.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMember, noticesTo, type TestMember } from '#testing/members.ts'
import { app, follow, hasty, openApp, read, refund, report, sell, stage } from './conversions.fixture.ts'
import { decideConversionReview, type ConversionReviewDecision } from './decide-conversion-review.ts'
import { listConversionsUnderReview } from './list-conversions-under-review.ts'

openApp()

const decide = async (decision: ConversionReviewDecision) =>
  await app.db.transaction().execute(async (tx) => await decideConversionReview(tx, testActor, decision))

/** A sale under review, and its earning. */
async function held() {
  const at = await stage()
  const sent = hasty(await follow(at.code))
  const { body } = await report(at.key, sent)
  expect(body).toMatchObject({ status: 'under_review', reason: 'too_fast' })
  return { at, sent, conversionId: body.id as string, earningId: body.earning.id as string }
}

async function appeal(who: { headers: Partial<TestMember['headers']> }, earningId: string, message: unknown) {
  const url = `/api/v1/earnings/${earningId}/appeal`
  const response = await app.server.inject({ method: 'PUT', url, headers: who.headers, payload: { message } })
  return { status: response.statusCode, body: response.json() }
}

test('a member explains, changes the explanation, and sees the decision; the reviewer reads it', async () => {
  const { at, conversionId, earningId } = await held()
  expect((await read(at.member, '/earnings')).items[0].appeal).toBeNull()
  expect((await appeal(at.member, earningId, ' My sister had the page open. ')).status).toBe(200)
  const said = await appeal(at.member, earningId, 'My sister had it open on her phone.')
  expect(said.body).toEqual({
    message: 'My sister had it open on her phone.',
    at: expect.any(String),
    state: 'open',
    answer: null,
    answeredAt: null,
  })
  const waiting = await listConversionsUnderReview(app.db, { limit: 10, appealed: true })
  expect(waiting).toMatchObject([
    { id: conversionId, uid: at.member.uid, crels: 84, reason: 'too_fast', appeal: said.body.message },
  ])
  const answer = 'Thank you, the order is genuine.'
  await decide({ conversionId, accept: true, answer })
  expect((await read(at.member, '/earnings')).items[0]).toMatchObject({
    state: 'pending',
    appeal: { message: said.body.message, state: 'granted', answer, answeredAt: expect.any(String) },
  })
  const mails = await noticesTo(app, at.member)
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Your .+ earning counts$/)])
  expect(mails[0]!.text).toContain(`The answer: ${answer}`)
  expect(await listConversionsUnderReview(app.db, { limit: 10, appealed: true })).toEqual([])
  // It stays in the list of what was checked; what never was is not in it.
  await sell(at)
  const checked = await read(at.member, '/earnings/checked')
  expect(checked.items.map(({ id }: { id: string }) => id)).toEqual([earningId])
})

test('a refund of all of it ends the review, and is not said to be a decision', async () => {
  const { at, conversionId, earningId } = await held()
  await appeal(at.member, earningId, 'My sister had the page open.')
  const { rows } = await sql<{ eventId: string }>`
    select event_id as "eventId" from conversion where id = ${conversionId}`.execute(app.db)
  expect((await refund(at.key, rows[0]!.eventId)).status).toBe(200)
  const mails = await noticesTo(app, at.member)
  expect(mails.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Your .+ earning was refunded$/),
  ])
  expect(mails[0]!.text).not.toContain('We looked into it')
})

test('shows a refusal with the answer; a decision needs none, and answers no member who did not ask', async () => {
  const refused = await held()
  await appeal(refused.at.member, refused.earningId, 'It was me, sorry.')
  await decide({
    conversionId: refused.conversionId,
    accept: false,
    reason: 'self_conversion',
    answer: 'Own orders earn nothing.',
  })
  expect((await read(refused.at.member, '/earnings')).items[0]).toMatchObject({
    state: 'reversed',
    reason: 'self_conversion',
    appeal: { state: 'refused', answer: 'Own orders earn nothing.' },
  })
  const [mail] = await noticesTo(app, refused.at.member)
  expect(mail!.subject).toMatch(/^Your .+ earning doesn’t count$/)
  expect(mail!.text).toContain('The answer: Own orders earn nothing.')
  const silent = await held()
  await expect(
    decide({ conversionId: silent.conversionId, accept: true, answer: 'Fine' }),
  ).rejects.toMatchObject({
    code: 'conflict',
  })
  expect((await listConversionsUnderReview(app.db, { limit: 100 })).map(({ id }) => id)).toEqual([
    silent.conversionId,
  ])
  expect((await read(silent.at.member, '/earnings/checked')).items).toMatchObject([{ id: silent.earningId }])
  await decide({ conversionId: silent.conversionId, accept: true })
  expect(await noticesTo(app, silent.at.member)).toEqual([])
  expect((await read(silent.at.member, '/earnings/checked')).items).toEqual([])
  expect((await read(silent.at.member, '/earnings')).items[0].appeal).toBeNull()
})

test('refuses what is not under review, not theirs, or empty; of twenty at once one stays', async () => {
  const { at, sent, earningId } = await held()
  const other = await createMember(app)
  expect(await appeal(other, earningId, 'Mine!')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect((await appeal({ headers: {} }, earningId, 'Anyone’s!')).status).toBe(401)
  for (const message of ['', '   ', 'x'.repeat(2001), 7, undefined])
    expect(await appeal(at.member, earningId, message)).toMatchObject({
      status: 422,
      body: { code: 'validation_failed' },
    })
  const accepted = (await sell(at)).body.earning.id
  expect(await appeal(at.member, accepted, 'Why?')).toMatchObject({ status: 409, body: { code: 'conflict' } })
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => await appeal(at.member, earningId, `Number ${index}`)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
  await refund(at.key, sent.eventId)
  expect((await appeal(at.member, earningId, 'Too late')).status).toBe(409)
})
