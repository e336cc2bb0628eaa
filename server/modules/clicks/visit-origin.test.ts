import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { setLinkState, someLink } from '#testing/links.ts'
import { clickIdOf, visit } from '#testing/visits.ts'
import { dayMs, utcDate } from '#rules/utc-date.ts'

let app: TestApp
let origin: string
beforeAll(async () => {
  // So that a test may say where it comes from.
  app = await startTestApp({ trustProxy: ['127.0.0.1'] })
  origin = await app.listen()
})
afterAll(() => app.close())

/** What is kept of the visits of a link, those that count first. */
async function kept(linkId: string) {
  await app.clicks.flush()
  const { rows } = await sql<Record<string, unknown>>`
    select countable, reason, country, device, referrer_host as "referrerHost", sub_id as "subId" from click
    where link_id = ${linkId} order by countable desc`.execute(app.db)
  return rows
}

test.each([
  ['8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['10.1.2.3', null],
])('a visit from %s is from %s, and the address is nowhere', async (ip, country) => {
  const link = await someLink(app.db)
  await visit(origin, `/s/${link.code}`, { 'x-forwarded-for': ip })
  const rows = await kept(link.id)
  expect(rows).toMatchObject([{ countable: true, country, device: 'phone' }])
  expect(JSON.stringify(rows)).not.toContain(ip)
  const { rows: origins } = await sql<{ value: string }>`
    select value from click_breakdown where link_id = ${link.id} and dimension = 'country'`.execute(app.db)
  expect(origins).toEqual(country ? [{ value: country }] : [])
})

test.each<Record<string, string>>([{ dnt: '1' }, { 'sec-gpc': '1' }])(
  'counts a visit that sends %j, and records nothing of its origin',
  async (asked) => {
    const link = await someLink(app.db)
    const headers = { 'x-forwarded-for': '8.8.8.8', referer: 'https://social.example/post', ...asked }
    const answer = await visit(origin, `/s/${link.code}?sub=story`, headers)
    expect(answer.status).toBe(302)
    const nothing = { country: null, device: 'other', referrerHost: null }
    // The sub-id is the member's word for the place of the link.
    expect(await kept(link.id)).toEqual([{ countable: true, reason: null, subId: 'story', ...nothing }])
    await visit(origin, `/s/${link.code}`, headers)
    expect((await kept(link.id))[1]).toMatchObject({ countable: false, reason: 'repeat' })
  },
)

test.each(['disabled', 'banned'])('a link that is %s takes no sub-id any more', async (state) => {
  const link = await someLink(app.db, {}, { default_sub: 'bio', state })
  expect((await visit(origin, `/s/${link.code}?sub=story`)).status).toBe(410)
  expect(await kept(link.id)).toMatchObject([{ reason: `link_${state}`, subId: null }])
})

test('days of clicks go after CLICK_DAYS, and their statistics stay', async () => {
  const link = await someLink(app.db)
  const at = new Date(Date.now() - 402 * dayMs)
  const visitor = '0123456789abcdef0123456789abcdef'
  const origins = { country: null, device: 'phone', referrerHost: null, subId: null } as const
  app.clicks.recordPast({ at, linkId: link.id, visitor, reason: null, ...origins })
  const clickId = clickIdOf(await visit(origin, `/s/${link.code}`))
  expect(await kept(link.id)).toHaveLength(2)
  const old = { dropped: [utcDate(at)] }
  expect(await app.jobs.run('drop-old-clicks')).toEqual(old)
  expect(await app.jobs.run('drop-old-clicks')).toEqual({ dropped: [] })
  const { rows } = await sql<{ id: string }>`select id from click where link_id = ${link.id}`.execute(app.db)
  expect(rows).toEqual([{ id: clickId }])
  const { rows: statistics } = await sql<{ clicks: number; uniques: number }>`
    select sum(clicks)::bigint as clicks, sum(uniques)::bigint as uniques from click_quarter
    where link_id = ${link.id}`.execute(app.db)
  expect(statistics).toEqual([{ clicks: 2, uniques: 2 }])
})

test('makes room for visits of the past before they are recorded', async () => {
  const days = [Date.UTC(2024, 1, 3), Date.UTC(2024, 1, 3, 23), Date.UTC(2024, 1, 5)]
  const made = async () =>
    (
      await sql<{ name: string }>`
        select relname as name from pg_class where relname in ('click_20240203', 'click_20240204', 'click_20240205')
        order by 1`.execute(app.db)
    ).rows.map(({ name }) => name)
  for (const _ of [1, 2]) {
    await app.clicks.prepareDays(days.map((at) => new Date(at)))
    expect(await made()).toEqual(['click_20240203', 'click_20240205'])
  }
})

test('drops no click of the last year for any caller', async () => {
  await expect(sql`select drop_click_days(crels_now()::date - 300)`.execute(app.db)).rejects.toThrow(
    /may still be asked for/,
  )
  await expect(sql`select drop_click_days(null)`.execute(app.db)).rejects.toThrow(/may still be asked for/)
})

test('a link that is disabled stops in every process', { timeout: 90_000 }, async () => {
  const link = await someLink(app.db)
  const dataDir = mkdtempSync(join(tmpdir(), 'crels-beside-'))
  const script = fileURLToPath(new URL('redirect-process.fixture.ts', import.meta.url))
  const settings = JSON.stringify({ databaseUrl: app.databaseUrl, dataDir })
  const beside = spawn(process.execPath, [script, settings], { stdio: ['ignore', 'pipe', 'inherit'] })
  try {
    const [line] = await once(beside.stdout, 'data')
    const origins = [origin, String(line).trim()]
    const answers = async () =>
      await Promise.all(origins.map(async (each) => (await visit(each, `/s/${link.code}`)).status))
    expect(await answers()).toEqual([302, 302])
    await app.db.transaction().execute(async (tx) => await setLinkState(tx, link.id, 'disabled'))
    // Sooner than a link in memory is read anew anyway (a minute): a notification reached them.
    await expect.poll(answers).toEqual([410, 410])
    await app.db.transaction().execute(async (tx) => await setLinkState(tx, link.id, 'active'))
    await expect.poll(answers).toEqual([302, 302])
  } finally {
    if (beside.exitCode === null) {
      const ended = once(beside, 'exit')
      beside.kill('SIGTERM')
      await ended
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
})
