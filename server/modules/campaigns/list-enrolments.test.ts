import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Enrolment, EnrolmentPage } from '#contracts/enrolments.schemas.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { enrolmentsSql } from './list-enrolments.ts'
import { enrolmentViews } from './enrolment-view.ts'

let app: TestApp
let ada: TestMember
beforeAll(async () => {
  app = await startTestApp()
  ada = await createMember(app)
  for (let i = 0; i < 9; i++) {
    const { id } = await createCampaign(app, {
      title: `Offer ${i}`,
      approval: i < 6 ? 'open' : 'application',
    })
    await call('POST', `/api/v1/campaigns/${id}/enrolment`)
    if (i < 2) await call('DELETE', `/api/v1/campaigns/${id}/enrolment`)
  }
  // Three on the same moment: the id decides.
  await sql`update enrolment set applied_at = '2026-01-01' where state = 'applied'`.execute(app.db)
})
afterAll(() => app.close())

async function call(method: 'GET' | 'POST' | 'DELETE', url: string, member = ada) {
  return await app.server.inject({ method, url, headers: member.headers })
}

async function list(query: string): Promise<EnrolmentPage> {
  return (await call('GET', `/api/v1/enrolments${query}`)).json()
}

test('walks mine once, newest first, in pages of any size', async () => {
  const whole = (await list('')).items
  expect(whole.map(({ campaign }) => campaign.title).slice(0, 6)).toEqual(
    [5, 4, 3, 2, 1, 0].map((i) => `Offer ${i}`),
  )
  for (const limit of [1, 2, 4]) {
    const walked: Enrolment[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: EnrolmentPage = await list(`?limit=${limit}${cursor && `&cursor=${cursor}`}`)
      walked.push(...page.items)
      cursor = page.nextCursor
    }
    expect(walked.map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  }
})

test('can be narrowed to a state, and says what each state means for the link', async () => {
  expect((await list('?state=active')).items).toHaveLength(4)
  expect((await list('?state=left')).items).toHaveLength(2)
  const applied = (await list('?state=applied&limit=2')).items
  expect(applied).toHaveLength(2)
  expect(applied[0]).toMatchObject({ link: null, joinedAt: null, appliedAt: '2026-01-01T00:00:00.000Z' })
  expect((await list('?state=declined')).items).toEqual([])
})

test('shows no enrolment of another member', async () => {
  const other = await createMember(app)
  expect((await call('GET', '/api/v1/enrolments', other)).json()).toEqual({ items: [], nextCursor: null })
})

test('carries the statistics that conversions count and the clicks that links count', async () => {
  const { rows } = await sql<{ id: string; link: string }>`
    select e.id, l.id as link from enrolment e join link l on l.enrolment_id = e.id where e.state = 'active' limit 1`.execute(
    app.db,
  )
  const { id, link } = rows[0]!
  await sql`
    insert into click_quarter (link_id, quarter, reason, clicks)
    values (${link}, '2026-01-01 10:00Z', '', 3), (${link}, '2026-01-01 10:00Z', 'bot', 2)`.execute(app.db)
  const mine = (await list('')).items.find((item) => item.id === id)!
  expect(mine.statistics).toMatchObject({ clicks: 5, countableClicks: 3 })
  const { rows: all } = await enrolmentsSql(ada.uid, { limit: 20 }).execute(app.db)
  const statistics = { conversions: 2, pendingCrels: 84, availableCrels: 12 }
  const deps = {
    publicOrigin: 'https://crels.example',
    enrolmentStatistics: async () => new Map([[id, statistics]]),
    clickPayStatistics: async () => new Map(),
  }
  const views = await enrolmentViews(app.db, all, deps, new Date())
  expect(views.find((view) => view.id === id)).toMatchObject({
    statistics: { ...statistics, clicks: 5, countableClicks: 3 },
    link: { url: expect.stringMatching(/^https:\/\/crels\.example\/s\//) },
  })
})

describe('refuses', () => {
  test.each(['?state=gone', '?limit=x', '?cursor=abc', '?cursor=WzEsMl0'])('%s', async (query) => {
    const response = await call('GET', `/api/v1/enrolments${query}`)
    expect(response.json()).toMatchObject({ status: 422, code: 'validation_failed' })
  })

  test('a visitor', async () => {
    expect((await app.server.inject('/api/v1/enrolments')).statusCode).toBe(401)
  })
})

test('reads the list from its index among thousands', async () => {
  const owner = new pg.Client({ connectionString: app.databaseUrl })
  await owner.connect()
  await owner.query(`
    insert into enrolment (id, uid, party, campaign_id, state, terms_version, reward_lead_crels, hold_days, cookie_days,
                           applied_at, joined_at)
    select new_id('enr'), 'usr_' || n % 500, 'pty_' || n % 500, c.id, 'active', 1, 1, 30, 30, now() - n * interval '1 hour', now()
    from (select id, row_number() over () - 1 as at from campaign limit 4) c, generate_series(0, 499) n`)
  await owner.query('vacuum analyze')
  await owner.end()
  const plan = async (query: ReturnType<typeof enrolmentsSql>) => {
    const { rows } = await sql<Record<string, string>>`explain ${query}`.execute(app.db)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  }
  const queries = [
    enrolmentsSql('usr_1', { limit: 2 }),
    enrolmentsSql('usr_1', { state: 'active', limit: 2 }),
  ]
  for (const query of queries) {
    expect(await plan(query)).toMatch(/enrolment_(of_member|once)/)
    expect(await plan(query)).not.toContain('Seq Scan')
  }
})
