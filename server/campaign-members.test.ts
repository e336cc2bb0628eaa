import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { CampaignMemberPage } from '#contracts/operator-campaign-members.schemas.ts'
import {
  advanceClock,
  app,
  joinStage,
  openApp,
  sell,
  stage,
  type Stage,
} from '#server/modules/conversions/conversions.fixture.ts'
import { campaignMembersSql } from '#server/modules/campaigns/operate-campaigns.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let support: TestOperator
let first: Stage
let second: Pick<Stage, 'member' | 'enrolmentId' | 'code'>
beforeAll(async () => {
  support = await operatorBearer(app, 'support')
  first = await stage({ reward: { sale: { crels: 84 } } })
  await advanceClock('1 minute')
  second = await joinStage(first.campaignId)
})

const members = async (query = '', who = support, campaignId = first.campaignId) =>
  await callOperator(app, who, { path: `/campaigns/${campaignId}/members${query}` })
const listed = async (query = '') => (await members(query)).body as CampaignMemberPage

test('lists who is in a campaign, those who asked last first, page by page, with what each earned and their links', async () => {
  await sell(first)
  const { items, nextCursor } = await listed()
  expect(nextCursor).toBeNull()
  expect(items).toMatchObject([
    { id: second.enrolmentId, member: { uid: second.member.uid }, state: 'active', earnedCrels: 0, links: 1 },
    { id: first.enrolmentId, member: { uid: first.member.uid }, state: 'active', earnedCrels: 84, links: 1 },
  ])
  expect(items.every(({ joinedAt, appliedAt }) => joinedAt !== null && joinedAt >= appliedAt)).toBe(true)
  const page = await listed('?limit=1')
  expect(page.items.map(({ id }) => id)).toEqual([second.enrolmentId])
  const next = await listed(`?limit=1&cursor=${page.nextCursor}`)
  expect([next.items.map(({ id }) => id), next.nextCursor]).toEqual([[first.enrolmentId], null])
})

test('neither the list nor its file by job has an address, which takes `member.export` of many', async () => {
  await app.jobs.install()
  const { body: page } = await members()
  expect(JSON.stringify(page)).not.toContain('@')
  const names = (page as CampaignMemberPage).items.map(({ member }) => Object.keys(member!).toSorted())
  expect(names).toEqual([
    ['name', 'uid'],
    ['name', 'uid'],
  ])
  const manager = await operatorBearer(app, 'manager')
  const start = async (filters: object, who = manager) =>
    await callOperator(app, who, {
      method: 'POST',
      path: '/exports',
      payload: { list: 'campaign-members', filters },
    })
  const { body: file } = await start({ campaign: first.campaignId, state: 'active' })
  await app.jobs.run('write-operator-export', { id: file.id })
  const { body } = await app.server.inject({
    url: `/api/v1/operator/exports/${file.id}/file.csv`,
    headers: manager.headers,
  })
  const rows = parse(body, { bom: true, columns: true }) as Record<string, string>[]
  const items = (page as CampaignMemberPage).items.toSorted((one, other) => (one.id < other.id ? -1 : 1))
  expect(rows).toEqual(
    items.map(({ id, member, state, appliedAt, joinedAt, earnedCrels, links }) => ({
      member: member!.uid,
      id,
      state,
      'applied at': appliedAt,
      'joined at': joinedAt,
      'terms version': '1',
      'earned in crels': String(earnedCrels),
      links: String(links),
    })),
  )
  // Of one campaign alone, and as any file of a list.
  expect((await start({ state: 'active' })).status).toBe(422)
  expect((await start({ campaign: first.campaignId }, support)).status).toBe(403)
})

test('who left is listed by that state, and is not in it', async () => {
  const left = await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/campaigns/${first.campaignId}/enrolment`,
    headers: second.member.headers,
  })
  expect(left.statusCode, left.body).toBeLessThan(300)
  expect((await listed()).items.map(({ id }) => id)).toEqual([first.enrolmentId])
  expect((await listed('?state=left')).items).toMatchObject([{ id: second.enrolmentId, state: 'left' }])
  expect((await members('?state=gone')).status).toBe(422)
})

test('a campaign that there is not is not found, and who may not read of members is refused', async () => {
  expect((await members('', support, `cmp_${'0'.repeat(32)}`)).status).toBe(404)
  expect((await members('', await operatorBearer(app, 'read-only'))).status).toBe(403)
  expect((await members('?cursor=nonsense')).status).toBe(422)
})

test('a page of one state is read from the index of the campaign and its states', async () => {
  const plan = await app.db.transaction().execute(async (tx) => {
    // As with a million rows: a small table would be read whole.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_bitmapscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': string }>`
      explain ${campaignMembersSql({ campaignId: first.campaignId, state: 'active', before: first.enrolmentId, limit: 21 })}`.execute(
      tx,
    )
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  expect(plan).toMatch(/Index Scan Backward using enrolment_of_campaign on/)
  // Those of one moment alone are sorted, by id.
  expect(plan).toMatch(/Presorted Key: (enrolment\.)?applied_at/)
})
