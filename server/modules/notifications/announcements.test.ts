import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#server/platform/transaction.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { announce, countListeners, listAnnouncements, withdrawAnnouncement } from './public.ts'
import { endWithdrawals, sendAnnouncements } from './announcements.ts'
import { notifyMembers } from './notify-members.ts'

let app: TestApp
const members: TestMember[] = []
beforeAll(async () => {
  app = await startTestApp()
  for (let nth = 0; nth < 3; nth += 1) members.push(await createMember(app))
})
afterAll(() => app.close())

const news = { title: 'A new shop', body: 'It opens on Monday.\n\nCome and see.' }
const send = async (changes: Partial<Parameters<typeof announce>[2]> = {}) =>
  await inTransaction(
    app.db,
    async (tx) => await announce(tx, { via: 'job', source: 'ada' }, { ...news, ...changes }),
  )
const inboxOf = async ({ headers }: TestMember) =>
  (await app.server.inject({ url: '/api/v1/notifications', headers })).json().items as { title: string }[]
const inboxes = async () => await Promise.all(members.map(async (member) => (await inboxOf(member)).length))

test('reaches every member once, however often it is interrupted, and is taken back from all', async () => {
  // Their rows are made by their first call.
  expect(await inboxes()).toEqual([0, 0, 0])
  await sql`update member set state = 'disabled' where uid = ${members[2]!.uid}`.execute(app.db)
  expect(await countListeners(app.db, undefined)).toBe(2)
  const id = await send({ path: '/points/points-shop' })
  const { rows: waits } = await sql`select from notification where dispatched_at is null`.execute(app.db)
  expect(await sendAnnouncements(app.db, 1, { waitsAt: waits.length }), 'others come first').toBe(0)
  const begun = await listAnnouncements(app.db, 1)
  expect(begun).toMatchObject([{ id, state: 'sending', notified: 0, author: 'ada' }])
  const sent = await Promise.all([1, 2, 3].map(async () => await sendAnnouncements(app.db, 1)))
  await sendAnnouncements(app.db, 1)
  expect(sent.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(2)
  expect(await listAnnouncements(app.db, 1)).toMatchObject([{ state: 'sent', notified: 2 }])
  await sql`update member set state = 'active' where uid = ${members[2]!.uid}`.execute(app.db)
  expect(await inboxes()).toEqual([1, 1, 0])
  expect(await inboxOf(members[0]!)).toMatchObject([
    {
      title: news.title,
      body: 'It opens on Monday.\nCome and see.',
      path: '/points/points-shop',
      group: 'news',
    },
  ])
  await app.jobs.run('send-notifications')
  expect(await withdrawAnnouncement(app.db, testActor, id, 1)).toEqual({ removed: 2, left: 0 })
  expect(await inboxes()).toEqual([0, 0, 0])
  expect(await withdrawAnnouncement(app.db, testActor, id)).toEqual({ removed: 0, left: 0 })
  await expect(withdrawAnnouncement(app.db, { via: 'job', source: 'bob' }, id)).rejects.toThrow(
    `${id} was withdrawn before. test did announcement.withdraw on it at `,
  )
  // One that was killed on its way: what it left is removed by another.
  await inTransaction(app.db, async (tx) =>
    notifyMembers(tx, [members[0]!.uid], {
      kind: 'announcement',
      facts: { announcementId: id, title: news.title, body: news.body, path: '/' },
    }),
  )
  expect(await withdrawAnnouncement(app.db, testActor, id)).toEqual({ removed: 1, left: 0 })
  await expect(withdrawAnnouncement(app.db, testActor, 'ann_x')).rejects.toMatchObject({
    code: 'not_found',
  })
  // Withdrawn before it began.
  const early = await send()
  await withdrawAnnouncement(app.db, testActor, early)
  expect(await sendAnnouncements(app.db)).toBe(0)
})

test('a withdrawal that was cut short is ended by the job, once it had its minute', async () => {
  const id = await send({ title: 'Cut short' })
  await sendAnnouncements(app.db)
  const withdrawn = async (ago: string) =>
    await sql`
      update announcement set withdrawn_at = crels_now() - ${ago}::interval, withdrawn_by = 'ada'
      where id = ${id}`.execute(app.db)
  const rows = async () =>
    (await sql`select from notification where about = ${id}`.execute(app.db)).rows.length
  expect(await rows()).toBe(3)
  await withdrawn('0 s')
  await app.jobs.run('send-announcements')
  expect(await rows(), 'the call that withdraws it is at it').toBe(3)
  await withdrawn('2 min')
  await app.jobs.run('send-announcements')
  expect(await rows()).toBe(0)
  expect(await endWithdrawals(app.db)).toBe(0)
})

test('of a campaign reaches those who are in it, and opens it', async () => {
  const { id: campaignId } = await createCampaign(app)
  const { headers } = members[1]!
  const url = `/api/v1/campaigns/${campaignId}/enrolment`
  expect((await app.server.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBeLessThan(
    300,
  )
  expect(await countListeners(app.db, campaignId)).toBe(1)
  await expect(countListeners(app.db, 'cmp_none')).rejects.toMatchObject({ code: 'not_found' })
  await send({ campaignId })
  expect(await sendAnnouncements(app.db)).toBe(1)
  const [mine] = (await inboxOf(members[1]!)) as { title: string; path: string }[]
  expect(mine).toMatchObject({ title: news.title, path: `/campaigns/${campaignId}` })
  expect(await inboxOf(members[0]!)).toEqual([])
})
