import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ShortlinkPage } from '#contracts/shortlinks.schemas.ts'
import { shiftClock } from '#server/platform/clock.ts'
import { createMember } from '#testing/members.ts'
import { ada, app, call, joined, make, openApp, origin } from './shortlinks.fixture.ts'
import { shortlinksSql } from './shortlink-queries.ts'
import { visit } from '#testing/visits.ts'

openApp()

test('changes what is named and leaves the rest; null clears', async () => {
  const link = await make({ title: 'One', utm: { source: 'a' }, defaultSub: 's' })
  const changed = await call('PATCH', `/${link.id}`, { destinationUrl: 'https://shop.example/two' })
  expect(changed.json()).toEqual({ ...link, destinationUrl: 'https://shop.example/two' })
  const cleared = await call('PATCH', `/${link.id}`, { title: null, utm: null, defaultSub: null })
  expect(cleared.json()).toMatchObject({ title: null, utm: null, defaultSub: null, code: link.code })
  expect((await call('PATCH', `/${link.id}`, { code: 'another' })).statusCode).toBe(422)
})

test('a disabled link says so with 410, and works again when it is on', async () => {
  const { id, code } = await make()
  const visited = async () => (await visit(origin, `/s/${code}`)).status
  expect(await visited()).toBe(302)
  expect((await call('PATCH', `/${id}`, { state: 'disabled' })).json().state).toBe('disabled')
  await expect.poll(visited).toBe(410)
  await call('PATCH', `/${id}`, { state: 'active' })
  await expect.poll(visited).toBe(302)
})

test('an expired link leads to its fallback, or says that it has ended; another end makes it work', async () => {
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000).toISOString()
  const fallbackUrl = 'https://shop.example/late?x=1'
  const [kept, bare] = [await make({ expiresAt, fallbackUrl }), await make({ expiresAt })]
  await shiftClock(app.db, '2 hours')
  await expect.poll(() => app.clock.now() > new Date(expiresAt)).toBe(true)
  const answer = await visit(origin, `/s/${kept.code}`)
  expect([answer.status, answer.headers.location]).toEqual([302, fallbackUrl])
  expect((await visit(origin, `/s/${bare.code}`)).status).toBe(410)
  await app.clicks.flush()
  const { rows } = await sql`select reason from click where link_id = any (${[kept.id, bare.id]})`.execute(
    app.db,
  )
  expect(rows).toEqual([{ reason: 'link_expired' }, { reason: 'link_expired' }])
  expect((await call('GET', `/${bare.id}`)).json().state).toBe('expired')
  // Its end is past and stays; the title changes all the same.
  expect((await call('PATCH', `/${bare.id}`, { title: 'Late', expiresAt })).statusCode).toBe(200)
  expect((await call('PATCH', `/${bare.id}`, { expiresAt: null })).json().state).toBe('active')
  await expect
    .poll(async () => (await visit(origin, `/s/${bare.code}`)).status, { timeout: 20_000 })
    .toBe(302)
})

test('a tracking link leads deeper within its campaign’s hosts, and is not removed', async () => {
  const { link, leave } = await joined()
  const deeper = await call('PATCH', `/${link.id}`, { destinationUrl: 'https://brand.example/mug' })
  expect(deeper.json()).toMatchObject({ kind: 'tracking', destinationUrl: 'https://brand.example/mug' })
  const elsewhere = await call('PATCH', `/${link.id}`, { destinationUrl: 'https://elsewhere.example/' })
  expect(elsewhere.json()).toMatchObject({ status: 422, issues: [{ code: 'foreign_host' }] })
  expect((await call('DELETE', `/${link.id}`)).json()).toMatchObject({
    status: 409,
    code: 'link_of_campaign',
  })
  await leave()
  const on = await call('PATCH', `/${link.id}`, { state: 'active' })
  expect(on.json()).toMatchObject({ status: 404, code: 'not_enrolled' })
  expect((await call('PATCH', `/${link.id}`, { title: 'Old' })).statusCode).toBe(200)
})

test('refuses to edit a banned link, and allows to remove it', async () => {
  const { id, code } = await make()
  await sql`update link set state = 'banned' where id = ${id}`.execute(app.db)
  const refused = await call('PATCH', `/${id}`, { state: 'active' })
  expect(refused.json()).toMatchObject({ status: 409, code: 'link_banned' })
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
  expect((await visit(origin, `/s/${code}`)).body).toContain('broke our rules')
})

test('a removed link is in no list, and what was written of it is gone', async () => {
  const { id, code } = await make({ title: 'Secret plan', destinationUrl: 'https://shop.example/secret' })
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(204)
  for (const method of ['GET', 'PATCH', 'DELETE'] as const)
    expect((await call(method, `/${id}`, method === 'PATCH' ? {} : undefined)).statusCode).toBe(404)
  expect((await visit(origin, `/s/${code}`)).status).toBe(410)
  const { rows } = await sql<object>`select * from link where id = ${id}`.execute(app.db)
  expect(JSON.stringify(rows)).not.toMatch(/secret/i)
})

test('a link of another member is not found', async () => {
  const stranger = await createMember(app)
  const { id } = await make()
  for (const method of ['GET', 'PATCH', 'DELETE'] as const) {
    const response = await call(method, `/${id}`, method === 'PATCH' ? { title: 'x' } : undefined, stranger)
    expect(response.json()).toMatchObject({ status: 404, code: 'not_found' })
  }
})

test('the list has mine, newest first, page by page, without those of shares; and finds a part', async () => {
  const member = await createMember(app)
  const made: string[] = []
  for (const n of [1, 2, 3, 4, 5])
    made.unshift((await make({ title: `Link ${n}`, code: `listed-${n}` }, member)).id)
  const ids: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: ShortlinkPage = (
      await call('GET', `?limit=2${cursor ? `&cursor=${cursor}` : ''}`, undefined, member)
    ).json()
    ids.push(...page.items.map(({ id }: { id: string }) => id))
    cursor = page.nextCursor
  }
  expect(ids).toEqual(made)
  const found = async (q: string) => (await call('GET', `?q=${q}`, undefined, member)).json().items.length
  expect([
    await found('LINK%203'),
    await found('listed-4'),
    await found('shop.ex'),
    await found('%25'),
  ]).toEqual([1, 1, 5, 0])
  expect((await call('GET', '?cursor=rubbish', undefined, member)).statusCode).toBe(422)
})

test('a page of the list is read by its index', async () => {
  const { rows } = await app.db.transaction().execute(async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    const { sql: text, parameters } = shortlinksSql(ada.uid, { limit: 21 }).compile(tx)
    return await tx.executeQuery<{ 'QUERY PLAN': string }>({
      ...shortlinksSql(ada.uid, { limit: 21 }).compile(tx),
      sql: `explain ${text}`,
      parameters,
    })
  })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('link_listed')
  expect(plan).not.toContain('Sort')
})
