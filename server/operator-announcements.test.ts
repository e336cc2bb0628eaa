import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatedAnnouncement } from '#contracts/operator-announcements.schemas.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

let app: TestApp
let mia: TestOperator
let max: TestOperator
let ada: TestMember
let campaign: { id: string; title: string }
beforeAll(async () => {
  app = await startTestApp()
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  max = await operatorBearer(app, 'manager', 'max@crels.example')
  ada = await createMember(app)
  const bob = await createMember(app)
  // Their rows are made by their first call.
  expect([await inboxOf(ada), await inboxOf(bob)]).toEqual([[], []])
  campaign = await createCampaign(app)
  const url = `/api/v1/campaigns/${campaign.id}/enrolment`
  const { statusCode } = await app.server.inject({ method: 'POST', url, headers: ada.headers, payload: {} })
  expect(statusCode).toBe(201)
})
afterAll(() => app.close())

const news = { title: 'A new shop', body: 'It opens on Monday.\r\n\r\nCome and see.' }
const inboxOf = async ({ headers }: TestMember) =>
  (await app.server.inject({ url: '/api/v1/notifications', headers })).json().items as { title: string }[]
const list = async (query = '') =>
  (await callOperator(app, mia, { path: `/announcements?${query}` })).body as {
    items: OperatedAnnouncement[]
    nextCursor: string | null
  }
const audience = async (query = '') =>
  await callOperator(app, mia, { path: `/announcement-audience?${query}` })
const withdraw = async (id: string, who = mia) =>
  await callOperator(app, who, { method: 'POST', path: `/announcements/${id}/withdrawal` })

async function send(payload: object = news, { who = mia, key = randomUUID() as string } = {}) {
  const response = await app.server.inject({
    method: 'POST',
    url: '/api/v1/operator/announcements',
    headers: { ...who.headers, 'idempotency-key': key },
    payload,
  })
  return { status: response.statusCode, body: response.json() }
}

test('says how many it reaches, sends it once for a key, and lists whom it reached', async () => {
  expect((await audience()).body).toEqual({ members: 2 })
  const key = randomUUID()
  const both = await Promise.all([send(news, { key }), send(news, { key })])
  const again = await send(news, { key })
  expect(again).toMatchObject({ status: 201, body: { members: 2 } })
  expect(both.map(({ body }) => body.id)).toEqual([again.body.id, again.body.id])
  // From another window.
  const other = await send(news, { who: max })
  expect([other.status, other.body.detail]).toEqual([
    409,
    expect.stringMatching(/^mia sent the same to the same members at .+ UTC: withdraw that one/),
  ])
  const { items } = await list()
  expect(items).toMatchObject([
    {
      id: again.body.id,
      state: 'sending',
      notified: 0,
      campaign: null,
      author: 'mia',
      path: '/',
      withdrawn: null,
    },
  ])
  expect(items[0]!.body).toBe('It opens on Monday.\n\nCome and see.')
  await app.jobs.run('send-announcements')
  expect((await list()).items).toMatchObject([{ state: 'sent', notified: 2 }])
  expect(await inboxOf(ada)).toMatchObject([{ title: news.title }])
})

test('of a campaign reaches those who are in it, and opens it', async () => {
  const { id: campaignId, title } = campaign
  expect((await audience(`campaignId=${campaignId}`)).body).toEqual({ members: 1 })
  expect((await audience(`campaignId=${newId('campaign')}`)).status).toBe(404)
  expect((await send({ ...news, campaignId: newId('campaign') })).status).toBe(404)
  expect((await send({ ...news, campaignId })).body.members).toBe(1)
  expect((await list('limit=1')).items).toMatchObject([
    { campaign: { id: campaignId, title }, path: `/campaigns/${campaignId}` },
  ])
})

test('says what withdrawing touches, and takes it out of every inbox, once', async () => {
  const { id } = (await send({ ...news, title: 'Too early', path: '/points/points-shop' })).body
  await app.jobs.run('send-announcements')
  const reach = async () =>
    (await callOperator(app, mia, { path: `/announcements/${id}/withdrawal-preview` })).body
  expect(await reach()).toEqual({ inboxes: 2, left: 0 })
  expect(await withdraw(id)).toMatchObject({ status: 200, body: { removed: 2, left: 0 } })
  expect(await reach()).toEqual({ inboxes: 0, left: 0 })
  expect((await inboxOf(ada)).map(({ title }) => title)).not.toContain('Too early')
  expect((await withdraw(id)).status).toBe(200)
  const late = await withdraw(id, max)
  expect([late.status, late.body.detail]).toEqual([
    409,
    expect.stringMatching(/was withdrawn before\. mia did announcement\.withdraw on it at .+ UTC\.$/),
  ])
  const { items } = await list('state=withdrawn')
  expect(items).toMatchObject([{ id, state: 'withdrawn', withdrawn: { by: 'mia' } }])
  expect((await withdraw(newId('announcement'))).status).toBe(404)
})

test('goes on by pages, the newest first', async () => {
  const { items } = await list()
  const first = await list('limit=2')
  const second = await list(`limit=2&cursor=${first.nextCursor}`)
  expect([...first.items, ...second.items]).toEqual(items.slice(0, 4))
  expect(items[0]!.title).toBe('Too early')
})

test('who turned announcements off is in no count; who keeps the mail alone is in that of no inbox', async () => {
  const choose = async (news: object) => {
    const url = `/api/v1/users/${ada.uid}/notification-choices`
    const { headers } = ada
    const payload = { groups: { news } }
    expect((await app.server.inject({ method: 'PATCH', url, headers, payload })).statusCode).toBe(200)
  }
  const reached = async (title: string) => {
    const { id, members } = (await send({ ...news, title })).body
    expect((await audience()).body).toEqual({ members })
    await app.jobs.run('send-announcements')
    const { notified } = (await list('limit=1')).items[0]!
    const { inboxes } = (await callOperator(app, mia, { path: `/announcements/${id}/withdrawal-preview` }))
      .body
    const { removed } = (await withdraw(id)).body
    return { members, notified, inboxes, removed }
  }
  await choose({ inApp: false })
  expect(await reached('By mail')).toEqual({ members: 2, notified: 2, inboxes: 1, removed: 1 })
  await choose({ mail: 'off' })
  expect(await reached('Not at all')).toEqual({ members: 1, notified: 1, inboxes: 1, removed: 1 })
  expect((await audience(`campaignId=${campaign.id}`)).body).toEqual({ members: 0 })
})

test.each([
  [{ title: '' }],
  [{ title: 'x'.repeat(121) }],
  [{ title: 'two\nlines' }],
  [{ body: ' ' }],
  [{ body: 'x'.repeat(2_001) }],
  [{ body: 'turned \u202e round' }],
  [{ path: 'https://elsewhere.example' }],
  [{ path: '//elsewhere.example' }],
  [{ campaignId: 'cmp_1' }],
  [{ nothing: true }],
])('refuses %j', async (wrong) => {
  const { items } = await list()
  expect((await send({ ...news, ...wrong })).status).toBe(422)
  expect((await list()).items).toEqual(items)
})

test('who may not send reads what was sent', async () => {
  const sue = await operatorBearer(app, 'support', 'sue@crels.example')
  expect((await send(news, { who: sue })).body.code).toBe('forbidden')
  expect((await callOperator(app, sue, { path: '/announcements' })).status).toBe(200)
})
