import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { ReportedLink } from '#contracts/operator-abuse.schemas.ts'
import type { OperatedRequestDetail } from '#contracts/operator-support.schemas.ts'
import { ada, app, joined, make, openApp } from '#server/modules/shortlinks/shortlinks.fixture.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let sam: TestOperator
beforeAll(async () => {
  sam = await operatorBearer(app, 'support', 'sam@crels.example')
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = sam) {
  return await callOperator(app, who, { method, path: `/support-requests${url}`, payload })
}

/** A visitor reports abuse; answers the id of the report and its message. */
async function report(message: string, references: string[] = []) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/support-requests',
    payload: { topic: 'abuse', message, references, email: 'neighbour@example.com' },
  })
  expect(response.statusCode, response.body).toBe(201)
  const { id } = response.json() as { id: string }
  const { lastMessage } = (await call('GET', `/${id}`)).body as OperatedRequestDetail
  return { id, seen: lastMessage.id }
}
const linksOf = async (id: string) => (await call('GET', `/${id}/links`)).body.items as ReportedLink[]
const answerOf = async (code: string) => (await app.server.inject(`/s/${code}`)).statusCode

test('names the links of a report with whose they are and how much they are used', async () => {
  const { link, id: campaignId } = await joined()
  const own = await make({ code: 'free-money' })
  const { id } = await report(`Look at https://crels.example/s/${link.code}?x=1 and /s/no-such-link.`, [
    own.id,
  ])
  expect(await linksOf(id)).toMatchObject(
    [
      { code: link.code, kind: 'tracking', state: 'active', campaign: { id: campaignId } },
      { code: 'free-money', kind: 'own', leadsTo: 'https://shop.example/', campaign: null },
    ]
      .map((one) => ({ ...one, owner: { uid: ada.uid }, clicksIn30Days: 0, isRemoved: false }))
      .sort((one, other) => (one.code < other.code ? -1 : 1)),
  )
  expect(await linksOf((await report('Somebody is unkind.')).id)).toEqual([])
})

test('blocks what is named and closes the report, and gives both back', async () => {
  const { code } = await make()
  const { id, seen } = await report(`/s/${code} asks for my password.`)
  expect(await answerOf(code)).toBe(302)
  const ban = await call('POST', `/${id}/links/ban`, { codes: [code, code], seen })
  expect(ban).toMatchObject({ status: 200, body: { codes: [code] } })
  await expect.poll(async () => await answerOf(code)).toBe(410)
  expect((await call('GET', `/${id}`)).body).toMatchObject({ state: 'closed', closedBy: 'sam' })
  const undone = await call('POST', `/${id}/links/unban`, { codes: [code] })
  expect(undone).toMatchObject({ status: 200, body: { codes: [code] } })
  await expect.poll(async () => await answerOf(code)).toBe(302)
  expect((await call('GET', `/${id}`)).body.state).toBe('open')
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where target in (${id}, ${code}) order by seq`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual([
    'support.close',
    'link.ban',
    'support.reopen',
    'link.unban',
  ])
})

test('what was blocked for a report is known as long as it is, and another report’s is not taken for it', async () => {
  const [own, before, alone] = [await make(), await make(), await make()]
  const codes = [own.code, before.code, alone.code] as string[]
  const first = await report(`/s/${before.code} is rude.`)
  const { id, seen } = await report(codes.map((code) => `/s/${code}`).join(' '))
  const blockedFor = async (report: string) =>
    (await linksOf(report)).filter(({ isBlockedForThis }) => isBlockedForThis).map(({ code }) => code)
  expect(await blockedFor(id)).toEqual([])
  await call('POST', `/${first.id}/links/ban`, { codes: [before.code], seen: first.seen })
  await callOperator(app, sam, { method: 'POST', path: `/links/${alone.code}/ban`, payload: {} })
  expect((await call('POST', `/${id}/links/ban`, { codes, seen })).body).toEqual({ codes: [own.code] })
  expect([await blockedFor(first.id), await blockedFor(id)]).toEqual([[before.code], [own.code]])
  // Given back by another way, it is blocked for none.
  await callOperator(app, sam, { method: 'POST', path: `/links/${own.code}/unban`, payload: {} })
  expect(await blockedFor(id)).toEqual([])
})

test('blocks nothing that is not named, nor for a report that a colleague works on', async () => {
  const { code } = await make()
  const other = await make()
  const { id, seen } = await report(`/s/${code} asks for my password.`)
  const unnamed = await call('POST', `/${id}/links/ban`, { codes: [code, other.code], seen })
  expect(unnamed).toMatchObject({ status: 422, body: { issues: [{ path: 'body.codes' }] } })
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  await call('POST', `/${id}/take`, { from: null }, mia)
  expect((await call('POST', `/${id}/links/ban`, { codes: [code], seen })).body.detail).toBe(
    'mia works on this: take it over first.',
  )
  const finance = await operatorBearer(app, 'finance')
  expect((await call('POST', `/${id}/links/ban`, { codes: [code], seen }, finance)).status).toBe(403)
  expect(await answerOf(code)).toBe(302)
  expect((await call('GET', `/${id}`)).body.state).toBe('open')
})

test('of two who block the links of one report at once one does, and the other reads who was faster', async () => {
  const codes = [(await make()).code, (await make()).code] as string[]
  const { id, seen } = await report(codes.map((code) => `/s/${code}`).join(' '))
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  const both = await Promise.all(
    [sam, mia].map(async (operator) => call('POST', `/${id}/links/ban`, { codes, seen }, operator)),
  )
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  const [first, second] = both[0]!.status === 200 ? both : both.toReversed()
  expect((first!.body.codes as string[]).sort()).toEqual(codes.sort())
  expect(second!.body.detail).toMatch(
    /^This request is closed already\. (sam|mia) did support\.close on it at .+ UTC\.$/,
  )
})

test('blocks and gives back nothing for a report that a colleague closed, or has again', async () => {
  const { code } = await make()
  const { id, seen } = await report(`/s/${code} is rude.`)
  const mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  await call('POST', `/${id}/take`, { from: null }, mia)
  const text = 'We looked: it is not against our rules.'
  expect((await call('POST', `/${id}/answer`, { text, seen, close: true }, mia)).status).toBe(200)
  expect(await call('POST', `/${id}/links/ban`, { codes: [code], seen })).toMatchObject({
    status: 409,
    body: { detail: 'mia works on this: take it over first.' },
  })
  await call('POST', `/${id}/give-back`, {}, mia)
  expect((await call('POST', `/${id}/links/ban`, { codes: [code], seen })).body.detail).toMatch(
    /^This was answered meanwhile\. mia did support\.answer/,
  )
  await call('POST', `/${id}/reopen`, {}, mia)
  await call('POST', `/${id}/take`, { from: null }, mia)
  expect((await call('POST', `/${id}/links/unban`, { codes: [code] })).status).toBe(409)
  expect(await answerOf(code)).toBe(302)
})
