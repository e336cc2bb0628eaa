import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { OperatedClaimPage } from '#contracts/operator-claims.schemas.ts'
import type { ReviewPage } from '#contracts/operator-review-shapes.ts'
import {
  advanceClock,
  app,
  follow,
  hasty,
  openApp,
  report,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { mailsTo } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let support: TestOperator
let manager: TestOperator

beforeAll(async () => {
  support = await operatorBearer(app, 'support')
  manager = await operatorBearer(app, 'manager')
})

const call = async (
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  payload?: object,
  who: TestOperator = support,
) => await callOperator(app, who, { method, path, payload })

/** Sets the contact of a stage's brand; answers its slug. */
async function withContact({ brandId }: Stage, email: string | null): Promise<string> {
  const { rows } = await sql<{ slug: string }>`select slug from brand where id = ${brandId}`.execute(app.db)
  const { slug } = rows[0]!
  const { contactEmail: seen } = (await call('GET', `/brands/${slug}`, undefined, manager)).body
  const { status, body } = await call('PUT', `/brands/${slug}/contact`, { email, seen }, manager)
  expect({ status, email: body.contactEmail }).toEqual({ status: 200, email })
  return slug
}

const ask = async (ids: string[], question = 'Is this order paid?', who = support) =>
  await call('POST', '/brand-questions', { ids, question }, who)

async function underReview(at: Stage): Promise<{ id: string; eventId: string; clickId: string }> {
  const { eventId, clickId, ...sent } = hasty(await follow(at.code))
  const { body } = await report(at.key, { eventId, clickId, ...sent })
  expect(body.status).toBe('under_review')
  return { id: body.id, eventId, clickId }
}

test('a brand is mailed its order and the question, and nothing of the member', async () => {
  const at = await stage({ title: 'Mugs & more' })
  const email = `orders-${at.campaignId}@brand.example`
  const { id, eventId, clickId } = await underReview(at)
  expect((await ask([id])).body.results).toMatchObject([
    { id, done: false, code: 'conflict', detail: expect.stringContaining('has no contact address') },
  ])
  await withContact(at, email)
  expect((await ask([id], 'Is this order paid?\n\nAnd kept?')).body).toMatchObject({ done: 1, refused: 0 })
  const [mail] = await mailsTo(app, email)
  expect(mail!.subject).toMatch(/^Question Q-[0-9A-F]{8} about an order$/)
  for (const said of ['Is this order paid?', 'And kept?', 'Mugs & more', eventId, '$100.00', clickId])
    expect(mail!.text).toContain(said)
  const { rows } = await sql<{ name: string }>`
    select coalesce(full_name, display_name) as name from member where uid = ${at.member.uid}`.execute(app.db)
  for (const secret of [at.member.uid, at.member.email, rows[0]!.name])
    expect(mail!.text + mail!.html).not.toContain(secret)
  const { items } = (await call('GET', `/reviews?kind=conversions&asked=waiting`)).body as ReviewPage
  expect(items).toMatchObject([{ id, questions: [{ askedBy: 'support', answer: null }] }])
  expect(mail!.subject).toContain(items[0]!.questions[0]!.reference)
  expect((await call('GET', `/reviews/conversions/${id}`)).body.questions).toEqual(items[0]!.questions)
})

test('one question waits at a time: the second names who asked, and comes after the answer', async () => {
  const at = await stage()
  const { id } = await underReview(at)
  await withContact(at, 'one@brand.example')
  const asked = await Promise.all(Array.from({ length: 5 }, async () => await ask([id])))
  expect(asked.some(({ body }) => body.done === 1)).toBe(true)
  expect(await mailsTo(app, 'one@brand.example')).toHaveLength(1)
  expect((await ask([id], 'Again?', manager)).body.results[0].detail).toMatch(
    /^The brand was asked, and has not answered yet\. support did brand\.ask on it at .+ UTC\.$/,
  )
  expect((await ask([id])).body.done).toBe(1)
  expect((await ask([id], 'Another?')).body.results[0]).toMatchObject({ code: 'conflict' })
  expect(await mailsTo(app, 'one@brand.example')).toHaveLength(1)
  const one = async (asks: string) =>
    ((await call('GET', `/reviews?kind=conversions&uid=${at.member.uid}&${asks}`)).body as ReviewPage).items
  const [question] = (await one('asked=waiting'))[0]!.questions
  const answer = { answer: 'Paid, and kept.' }
  const answered = await call('POST', `/brand-questions/${question!.id}/answer`, answer, manager)
  expect(answered).toMatchObject({ status: 200, body: { ...answer, answeredBy: 'manager' } })
  const path = `/brand-questions/${question!.id}/answer`
  expect(await call('POST', path, answer, manager)).toMatchObject({ status: 200, body: answer })
  expect((await call('POST', path, { answer: 'Returned.' }, manager)).status).toBe(409)
  const late = await call('POST', path, answer)
  expect(late.status).toBe(409)
  expect(late.body.detail).toMatch(
    /^An answer to this was taken down already\. manager did brand\.record-answer on it at .+ UTC\.$/,
  )
  expect(await one('asked=waiting')).toEqual([])
  expect(await one('asked=answered')).toMatchObject([{ id, questions: [answer] }])
  expect(await one('asked=never')).toEqual([])
  expect((await ask([id], 'And when?')).body.done).toBe(1)
  expect((await one('asked=waiting'))[0]!.questions.map(({ question: text }) => text)).toEqual([
    'And when?',
    'Is this order paid?',
  ])
  expect(
    (await call('GET', '/reviews?kind=shares&asked=waiting')).body,
    'brands are asked about conversions alone',
  ).toMatchObject({ items: [] })
})

test('a claim is asked about with its matching click, and not once it is answered', async () => {
  const at = await stage()
  await follow(at.code)
  await advanceClock('1 minute')
  await withContact(at, 'claims@brand.example')
  const { body } = (await app.server
    .inject({
      method: 'POST',
      url: '/api/v1/conversion-claims',
      headers: at.member.headers,
      payload: {
        campaignId: at.campaignId,
        type: 'sale',
        orderReference: 'A-77',
        occurredAt: app.clock.now().toISOString(),
        amount: { currency: 'EUR', minor: 4990 },
        note: 'My cousin Ada bought it',
      },
    })
    .then((response) => ({ body: response.json() }))) as { body: { id: string } }
  expect((await ask([body.id])).body.done).toBe(1)
  const [mail] = await mailsTo(app, 'claims@brand.example')
  for (const said of ['A-77', '€49.90', 'Click: ']) expect(mail!.text).toContain(said)
  expect(mail!.text).not.toContain('Ada')
  const { items } = (await call('GET', '/claims?asked=waiting')).body as OperatedClaimPage
  expect(items).toMatchObject([{ id: body.id, questions: [{ answer: null }] }])
  expect((await call('GET', '/claims?asked=never')).body.items).toEqual([])
  await call('POST', '/claims/decline', { ids: [body.id], answer: 'No such order' })
  expect((await ask([body.id])).body.results[0].detail).toMatch(/^This claim was answered\..+claim\.decline/)
})

test('who may not ask is refused, what is unknown not found, and too many at once are one 422', async () => {
  const at = await stage()
  const { id } = await underReview(at)
  const slug = await withContact(at, 'x@brand.example')
  const reader = await operatorBearer(app, 'read-only')
  expect((await ask([id], 'May I?', reader)).status).toBe(403)
  expect((await call('PUT', `/brands/${slug}/contact`, { email: null, seen: null })).status).toBe(403)
  expect((await call('PUT', `/brands/${slug}/contact`, { email: 'no address' }, manager)).status).toBe(422)
  expect((await call('PUT', '/brands/no-such/contact', { email: null, seen: null }, manager)).status).toBe(
    404,
  )
  expect((await ask([`cnv_${'0'.repeat(32)}`])).body.results).toMatchObject([{ code: 'not_found' }])
  expect((await ask(Array.from({ length: 21 }, () => id))).status).toBe(422)
  expect((await ask([id], ' ')).status).toBe(422)
  expect(
    (await call('POST', `/brand-questions/bqu_${'0'.repeat(32)}/answer`, { answer: 'Yes' })).status,
  ).toBe(404)
})

test('the log has who asked and what, sealed; the address of the contact is not in it', async () => {
  const { rows } = await sql<{ action: string; after: object; open: boolean }>`
    select action, after, sealed is not null as open from audit_entry
    where action in ('brand.ask', 'brand.contact', 'brand.record-answer') order by seq`.execute(app.db)
  expect(new Set(rows.map(({ action }) => action)).size).toBe(3)
  expect(JSON.stringify(rows)).not.toMatch(/@|Is this order|Paid, and kept/)
  for (const { action, open } of rows) expect(open, action).toBe(action !== 'brand.contact')
})
