import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { LinkTest } from '#contracts/shortlinks.schemas.ts'
import { createMember } from '#testing/members.ts'
import { setLinkState } from './link-queries.ts'
import { ada, app, call, joined, make, openApp, origin } from './shortlinks.fixture.ts'
import { clickIdOf, phone, visit } from '#testing/visits.ts'

openApp()

async function tested(id: string, headers: Record<string, string> = {}): Promise<LinkTest> {
  await app.clicks.flush()
  const response = await app.server.inject({
    method: 'POST',
    url: `/api/v1/shortlinks/${id}/test`,
    headers: { 'user-agent': phone, ...ada.headers, ...headers },
  })
  if (response.statusCode !== 200) throw new Error(response.body)
  return response.json()
}

/** Steps in a word each: `ok`, or why not. */
function short({ steps }: LinkTest) {
  return Object.fromEntries(steps.map(({ step, state, reason }) => [step, state === 'ok' ? 'ok' : reason]))
}

test('a fresh own link: all is well, with no visitor yet', async () => {
  const { id } = await make()
  const result = await tested(id)
  expect(short(result)).toEqual({ link: 'ok', destination: 'ok', visit: 'ok', visits: 'none' })
  expect(result).toMatchObject({ counted: { clicks: 0, uniques: 0 }, uncounted: [], recent: [] })
})

test('says of every visit that did not count why, by reason and one by one', async () => {
  const { id, code } = await make()
  const other = await make()
  const came = async (headers: Record<string, string> = {}, method = 'GET') =>
    await visit(origin, `/s/${code}`, headers, method)
  await came()
  await came()
  await came({}, 'HEAD')
  await came({ 'user-agent': 'curl/8.7.1' })
  await came({ 'user-agent': 'curl/8.7.2' })
  await visit(origin, `/s/${other.code}`, { 'user-agent': 'curl/8.7.1' })
  const result = await tested(id)
  expect(short(result).visits).toBe('ok')
  expect(result.counted).toEqual({ clicks: 1, uniques: 1 })
  expect(result.uncounted).toEqual([
    { reason: 'bot', clicks: 2 },
    { reason: 'head', clicks: 1 },
    { reason: 'repeat', clicks: 1 },
  ])
  expect(result.recent.map(({ reason }) => reason).sort()).toEqual(['bot', 'bot', 'head', 'repeat'])
  expect(result.recent.map(({ at }) => at)).toEqual(
    result.recent
      .map(({ at }) => at)
      .toSorted()
      .reverse(),
  )
})

test('says what is the matter with the link, its address and the browser that asks', async () => {
  const { id } = await make()
  await app.db.transaction().execute(async (tx) => {
    await setLinkState(tx, id, 'disabled')
    await sql`update link set destination_url = 'http://10.0.0.1/' where id = ${id}`.execute(tx)
  })
  expect(short(await tested(id, { 'user-agent': 'curl/8.7.1' }))).toEqual({
    link: 'disabled',
    destination: 'not_public',
    visit: 'bot',
    visits: 'none',
  })
})

test('of a campaign’s link, whether the member and the campaign are there, and what was reported last', async () => {
  const { link, id: campaignId, brandId, leave } = await joined()
  const fine = { enrolment: 'ok', campaign: 'ok', conversion: 'none' }
  expect(short(await tested(link.id))).toMatchObject(fine)
  const clickId = clickIdOf(await visit(origin, `/s/${link.code}`))
  await app.clicks.flush()
  await sql`
    insert into conversion (id, brand_id, event_id, request_hash, click_id, link_id, type, occurred_at, status, reason)
    values ('cnv_' || replace(uuidv7()::text, '-', ''), ${brandId}, 'late', 'x', ${clickId}, ${link.id}, 'lead',
            crels_now(), 'rejected', 'click_expired')`.execute(app.db)
  await sql`update campaign set state = 'paused' where id = ${campaignId}`.execute(app.db)
  const paused = { enrolment: 'ok', campaign: 'paused', conversion: 'click_expired' }
  expect(short(await tested(link.id))).toMatchObject(paused)
  await leave()
  expect(short(await tested(link.id))).toMatchObject({ link: 'disabled', enrolment: 'left' })
})

test('is for its owner alone, and requires a sign-in', async () => {
  const { id } = await make()
  const stranger = await createMember(app)
  expect((await call('POST', `/${id}/test`, undefined, stranger)).statusCode).toBe(404)
  const anonymous = await app.server.inject({ method: 'POST', url: `/api/v1/shortlinks/${id}/test` })
  expect(anonymous.statusCode).toBe(401)
  expect((await call('POST', '/lnk_none/test')).statusCode).toBe(404)
})
