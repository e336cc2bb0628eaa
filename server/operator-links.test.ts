import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { BlockedHost } from '#contracts/operator-links.schemas.ts'
import { setMemberState } from '#server/modules/accounts/public.ts'
import { ada, app, joined, make, openApp } from '#server/modules/shortlinks/shortlinks.fixture.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, operatorBearer, type TestOperator } from '#testing/operators.ts'

openApp()

let mia: TestOperator
let olga: TestOperator
beforeAll(async () => {
  mia = await operatorBearer(app, 'manager', 'mia@crels.example')
  olga = await operatorBearer(app, 'owner', 'olga@crels.example')
})

async function call(method: 'GET' | 'POST', url: string, payload?: object, who = mia) {
  return await callOperator(app, who, { method, path: url, payload })
}
const answerOf = async (code: string) => (await app.server.inject(`/s/${code}`)).statusCode
const hosts = async (query = '') =>
  (await call('GET', `/blocked-hosts?${query}`)).body as { items: BlockedHost[]; nextCursor: string | null }

test('shows a link with what blocking it touches, blocks it once and gives it back', async () => {
  const { link, id: campaignId } = await joined()
  const { code } = link
  expect((await call('GET', `/links/${code}`)).body).toMatchObject({
    code,
    kind: 'tracking',
    state: 'active',
    owner: { uid: ada.uid },
    campaign: { id: campaignId },
    clicksIn30Days: 0,
  })
  const both = await Promise.all([1, 2].map(async () => call('POST', `/links/${code}/ban`, {})))
  expect(both.map(({ status, body }) => [status, body.state])).toEqual([
    [200, 'banned'],
    [200, 'banned'],
  ])
  await expect.poll(async () => await answerOf(code)).toBe(410)
  // Undoing the second of two would give back what the first blocked.
  const late = await call('POST', `/links/${code}/ban`, {}, olga)
  expect([late.status, late.body.code]).toEqual([409, 'conflict'])
  expect(late.body.detail).toMatch(/is blocked already\. mia did link\.ban on it at .+ UTC\.$/)
  expect((await call('POST', `/links/${code}/unban`, {})).body.state).toBe('active')
  expect((await call('POST', `/links/${code}/unban`, {}, olga)).body.detail).toMatch(
    /is not blocked\. mia did link\.unban/,
  )
  await expect.poll(async () => await answerOf(code)).toBe(302)
  const { rows } = await sql<{ action: string }>`
    select action from audit_entry where target = ${code} order by seq`.execute(app.db)
  expect(rows.map(({ action }) => action)).toEqual(['link.ban', 'link.unban'])
  const { rows: told } = await sql<{ facts: object }>`
    select facts from notification where uid = ${ada.uid} and kind = 'link_block_changed' order by id`.execute(
    app.db,
  )
  expect(told.map(({ facts }) => facts)).toEqual([
    { code, state: 'blocked' },
    { code, state: 'on' },
  ])
  expect((await call('GET', '/links/no-such-link')).status).toBe(404)
  expect((await call('POST', '/links/no-such-link/ban', {})).status).toBe(404)
})

test('a link that is given back and does not work is not said to work again', async () => {
  const given = async (leave: (of: { code: string; member: TestMember }) => Promise<unknown>) => {
    const member = await createMember(app, { profile: completeProfile })
    const { code } = await make({}, member)
    await call('POST', `/links/${code}/ban`, {})
    await leave({ code, member })
    await call('POST', `/links/${code}/unban`, {})
    const { rows } = await sql<{ facts: { state: string } }>`
      select facts from notification where uid = ${member.uid} and kind = 'link_block_changed' order by id`.execute(
      app.db,
    )
    return rows.map(({ facts }) => facts.state)
  }
  const disabled = await given(async ({ member }) => await setMemberState(app.db, member.uid, 'disabled'))
  const expired = await given(
    async ({ code }) =>
      await sql`update link set expires_at = crels_now() - interval '1 hour' where code = ${code}`.execute(
        app.db,
      ),
  )
  expect({ disabled, expired }).toEqual({ disabled: ['blocked', 'off'], expired: ['blocked', 'off'] })
})

test('says what blocking a host stops without doing it, blocks it, and gives all of it back', async () => {
  const codes = [
    (await make({ destinationUrl: 'https://spam.example/a' })).code,
    (await make({ destinationUrl: 'https://www.spam.example/b' })).code,
  ] as string[]
  const preview = await call('GET', '/blocked-hosts/preview?host=SPAM.example')
  expect(preview).toMatchObject({
    status: 200,
    body: { host: 'spam.example', links: 2, creators: 1, campaigns: 0 },
  })
  expect((await hosts()).items).toEqual([])
  const blocked = await call('POST', '/blocked-hosts', { host: 'spam.example', reason: 'phishing' })
  expect(blocked).toMatchObject({ status: 200, body: { host: 'spam.example', stopped: 2 } })
  await call('POST', '/blocked-hosts', { host: 'evil.example', reason: 'phishing' })
  const page = await hosts('limit=1')
  expect(page.items).toMatchObject([{ host: 'evil.example', links: 0 }])
  expect((await hosts(`limit=1&cursor=${page.nextCursor}`)).items).toMatchObject([
    { host: 'spam.example', reason: 'phishing', links: 2 },
  ])
  for (const code of codes) await expect.poll(async () => await answerOf(code)).toBe(410)

  expect((await call('GET', '/blocked-hosts/spam.example/preview')).body).toMatchObject({ links: 2 })
  expect((await call('POST', '/blocked-hosts/spam.example/unblock', {})).body).toEqual({
    host: 'spam.example',
    returned: 2,
  })
  for (const code of codes) await expect.poll(async () => await answerOf(code)).toBe(302)
  expect(await call('POST', '/blocked-hosts/spam.example/unblock', {})).toMatchObject({
    status: 404,
    body: { detail: 'spam.example is not blocked.' },
  })
})

test('a host that another operator blocked is theirs: once more is a conflict that names them', async () => {
  const body = { host: 'twice.example', reason: 'phishing' }
  const both = await Promise.all([1, 2].map(async () => call('POST', '/blocked-hosts', body)))
  expect(both.map(({ status }) => status)).toEqual([200, 200])
  const again = await call('POST', '/blocked-hosts', { host: 'TWICE.example', reason: 'malware' }, olga)
  expect(again).toMatchObject({ status: 409, body: { code: 'conflict' } })
  expect(again.body.detail).toMatch(
    /^twice\.example is blocked already\. mia did link\.block-host on it at .+ UTC\.$/,
  )
  const listed = (await hosts()).items.find(({ host }: { host: string }) => host === 'twice.example')
  expect(listed).toMatchObject({ reason: 'phishing' })
})

test.each(['com', 'github.io', 'https://spam.example', 'spam example', ''])(
  'refuses to block %j, which is no one’s host or none',
  async (host) => {
    const preview = await call('GET', `/blocked-hosts/preview?host=${encodeURIComponent(host)}`)
    expect(preview).toMatchObject({ status: 422, body: { code: 'validation_failed' } })
    expect((await call('POST', '/blocked-hosts', { host, reason: 'x' })).status).toBe(422)
  },
)

test('a host that many share is blocked where all of it is meant', async () => {
  const preview = await call('GET', '/blocked-hosts/preview?host=github.io&isShared=true')
  expect(preview).toMatchObject({ status: 200, body: { host: 'github.io' } })
})

test('who supports members blocks a link and no host; who only reads does neither', async () => {
  const { code } = await make()
  const sam = await operatorBearer(app, 'support')
  const reader = await operatorBearer(app, 'read-only')
  expect((await call('POST', '/blocked-hosts', { host: 'a.example', reason: 'x' }, sam)).status).toBe(403)
  expect((await call('POST', `/links/${code}/ban`, {}, reader)).status).toBe(403)
  expect((await call('GET', '/blocked-hosts/preview?host=a.example', undefined, reader)).status).toBe(200)
  expect((await call('POST', `/links/${code}/ban`, {}, sam)).status).toBe(200)
})
