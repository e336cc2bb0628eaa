import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, mailsTo, noticesTo, type TestMember } from '#testing/members.ts'
import { notifyMembers, type Notification } from './public.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const facts = { campaignId: 'cmp_1', title: 'Headphones', brand: 'Nordlys', reason: 'It is full.' }
const notify = async (uids: string[], notification: Notification) =>
  await app.db.transaction().execute(async (tx) => await notifyMembers(tx, uids, notification))
const removedFrom = async ({ uid }: TestMember, title: string) =>
  await notify([uid], { kind: 'removed', facts: { ...facts, title } })

const list = async ({ headers }: TestMember, query: Record<string, string> = {}) =>
  (await app.server.inject({ url: '/api/v1/notifications', headers, query })).json()
const read = async ({ headers }: TestMember, payload: object) =>
  await app.server.inject({ method: 'POST', url: '/api/v1/notifications/read', headers, payload })
const titles = (page: { items: { title: string }[] }) => page.items.map(({ title }) => title)

test('lists notifications newest first, by pages, with the number of unread', async () => {
  const member = await createMember(app)
  expect(await list(member)).toEqual({ items: [], nextCursor: null, unread: 0 })
  for (const title of ['One', 'Two', 'Three']) await removedFrom(member, title)
  const first = await list(member, { limit: '2' })
  expect(first).toMatchObject({
    items: [
      {
        kind: 'removed',
        group: 'account',
        title: 'Nordlys removed you from “Three”',
        body: expect.stringContaining('\nThe reason: It is full.\n'),
        path: '/crels/wallet',
        readAt: null,
      },
      { title: 'Nordlys removed you from “Two”' },
    ],
    unread: 3,
  })
  const second = await list(member, { limit: '2', cursor: first.nextCursor })
  expect([titles(second), second.nextCursor]).toEqual([['Nordlys removed you from “One”'], null])
  const rubbish = await app.server.inject({
    url: '/api/v1/notifications?cursor=rubbish',
    headers: member.headers,
  })
  expect(rubbish.statusCode).toBe(422)
})

test('marks as read what is named, or all up to one, and nothing of others', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  for (const title of ['One', 'Two', 'Three']) await removedFrom(member, title)
  const [three, two, one] = (await list(member)).items
  expect((await read(other, { ids: [one.id] })).json()).toEqual({ unread: 0 })
  expect((await list(member)).unread).toBe(3)
  expect((await read(member, { ids: [two.id] })).json()).toEqual({ unread: 2 })
  const { readAt } = (await list(member)).items[1]
  expect(readAt).toEqual(expect.any(String))
  await removedFrom(member, 'Four')
  expect((await read(member, { upTo: three.id })).json()).toEqual({ unread: 1 })
  // Read before, and stays as it was.
  expect((await list(member)).items[2].readAt).toBe(readAt)
  for (const payload of [{}, { ids: [] }, { ids: ['x'] }, { upTo: 'x' }, { ids: [one.id], upTo: one.id }])
    expect((await read(member, payload)).statusCode).toBe(422)
})

test('says to the stream that something came, and that it was read', async () => {
  const member = await createMember(app)
  const { headers } = member
  const changed = async (since: string) =>
    (await app.server.inject({ url: '/api/v1/stream', headers, query: { since } })).json()
  const { id } = await changed('')
  await removedFrom(member, 'One')
  const came = await changed(id)
  expect(came.changed).toEqual(['notifications'])
  await read(member, { upTo: (await list(member)).items[0].id })
  expect((await changed(came.id)).changed).toEqual(['notifications'])
})

test('is rolled back with its fact, and mailed once', async () => {
  const member = await createMember(app)
  const failing = app.db.transaction().execute(async (tx) => {
    await notifyMembers(tx, [member.uid], { kind: 'removed', facts })
    throw new Error('the fact failed')
  })
  await expect(failing).rejects.toThrow('the fact failed')
  expect((await list(member)).unread).toBe(0)
  await list(member)
  await removedFrom(member, 'One')
  expect(await noticesTo(app, member)).toMatchObject([{ subject: 'Nordlys removed you from “One”' }])
  await app.jobs.run('send-notifications')
  expect((await mailsTo(app, member.email)).filter(({ code }) => code === null)).toHaveLength(1)
})
