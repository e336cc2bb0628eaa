import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MailKind } from '#rules/mail-kinds.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { wantsMail } from './mail-choices.ts'
import { setMemberState } from './member-queries.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Asker = Pick<TestMember, 'uid' | 'headers'>
const urlOf = ({ uid }: Pick<TestMember, 'uid'>) => `/api/v1/users/${uid}/mail-choices`
const get = async (member: Asker, of: Pick<TestMember, 'uid'> = member) =>
  await app.server.inject({ url: urlOf(of), headers: member.headers })
const patch = async (member: Asker, payload: object, of: Pick<TestMember, 'uid'> = member) =>
  await app.server.inject({ method: 'PATCH', url: urlOf(of), headers: member.headers, payload })

test('a member switches mails off and on; what was not named stays', async () => {
  const member = await createMember(app)
  const atFirst = {
    points_expiring: true,
    earning_unlocked: true,
    answers: true,
    campaign_changes: true,
    campaign_news: false,
  }
  expect((await get(member)).json()).toEqual(atFirst)
  expect((await patch(member, { points_expiring: false })).json()).toEqual({
    ...atFirst,
    points_expiring: false,
  })
  const both = await patch(member, { points_expiring: true, campaign_news: true })
  expect(both.json()).toEqual({ ...atFirst, campaign_news: true })
  expect((await get(member)).json()).toEqual(both.json())
  expect((await patch(member, {})).json()).toEqual(both.json())
})

test.each([[{ security: false }], [{ points_expiring: 'no' }], [{ points_expiring: null }], [[]]])(
  'refuses %j and changes nothing',
  async (change) => {
    const member = await createMember(app)
    const response = await patch(member, { campaign_news: true, ...change })
    if (Array.isArray(change)) return expect((await patch(member, change)).statusCode).toBe(422)
    expect(response.json()).toMatchObject({ status: 422, code: 'validation_failed' })
    expect((await get(member)).json().campaign_news).toBe(false)
  },
)

test('refuses another member, and a request without a bearer', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  expect((await get(other, member)).json().code).toBe('forbidden')
  expect((await patch(other, { points_expiring: false }, member)).json().code).toBe('forbidden')
  expect((await app.server.inject({ url: urlOf(member) })).statusCode).toBe(401)
  expect((await get(member)).json().points_expiring).toBe(true)
})

test('wantsMail knows the choice, and that a disabled or unknown member gets none', async () => {
  const member = await createMember(app)
  const wants = async (kind: MailKind) =>
    await app.db.transaction().execute(async (tx) => await wantsMail(tx, member.uid, kind))
  expect(await wants('points_expiring')).toBe(false)
  await get(member)
  expect([await wants('points_expiring'), await wants('campaign_news')]).toEqual([true, false])
  await patch(member, { points_expiring: false, campaign_news: true })
  expect([await wants('points_expiring'), await wants('campaign_news')]).toEqual([false, true])
  await setMemberState(app.db, member.uid, 'disabled')
  expect(await wants('campaign_news')).toBe(false)
})

const pathOf = (uid: string, kind: MailKind) => {
  const { config } = app
  const url = unsubscribeUrl({ secret: app.secret, publicOrigin: config.publicOrigin }, { uid, kind })
  expect(url.startsWith(`${config.publicOrigin}/unsubscribe?token=`)).toBe(true)
  return url.slice(config.publicOrigin.length)
}

test('a mail’s link asks, and one click stops the mails: as a form, from a mail program, twice', async () => {
  const member = await createMember(app)
  const url = pathOf(member.uid, 'points_expiring')
  await get(member)
  const asked = await app.server.inject({ url })
  expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(asked.body).toContain('Points about to expire')
  expect(asked.body).toContain('method="post"')
  expect((await get(member)).json().points_expiring).toBe(true)
  const bodies = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['application/json', '{"a":'],
  ] as const
  for (const [type, payload] of bodies) {
    const headers = { 'content-type': type, 'sec-fetch-site': 'cross-site' }
    const done = await app.server.inject({ method: 'POST', url, headers, payload })
    expect(done.statusCode, done.body).toBe(200)
    expect(done.body).toContain('no more mails')
    expect((await get(member)).json()).toMatchObject({ points_expiring: false, earning_unlocked: true })
  }
  expect((await app.server.inject({ method: 'POST', url })).statusCode).toBe(200)
})

test('a link of a deleted member gets the usual answer, and a forged one does nothing', async () => {
  const gone = pathOf(`usr_${randomBytes(16).toString('hex')}`, 'campaign_news')
  expect((await app.server.inject({ method: 'POST', url: gone })).statusCode).toBe(200)
  const right = pathOf((await createMember(app)).uid, 'campaign_news')
  const changed = right.replace(/(?<=token=.{30})./, (one) => (one === 'a' ? 'b' : 'a'))
  for (const url of ['/unsubscribe', '/unsubscribe?token=', changed, right.slice(0, -4), `${right}&token=a`])
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.server.inject({ method, url })
      expect([response.statusCode, response.headers['content-type']], url).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
})
