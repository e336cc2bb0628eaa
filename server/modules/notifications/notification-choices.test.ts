import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { NotificationGroup } from '#rules/notification-choices.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { unsubscribeUrl } from './unsubscribe.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

type Asker = Pick<TestMember, 'uid' | 'headers'>
const urlOf = ({ uid }: Pick<TestMember, 'uid'>) => `/api/v1/users/${uid}/notification-choices`
const get = async (member: Asker, of: Pick<TestMember, 'uid'> = member) =>
  await app.server.inject({ url: urlOf(of), headers: member.headers })
const patch = async (member: Asker, payload: object, of: Pick<TestMember, 'uid'> = member) =>
  await app.server.inject({ method: 'PATCH', url: urlOf(of), headers: member.headers, payload })
const groupsOf = async (member: Asker) => (await get(member)).json().groups

test('a member chooses by group and channel; what was not named stays', async () => {
  const member = await createMember(app)
  const atFirst = (await get(member)).json()
  expect(atFirst).toMatchObject({
    groups: {
      account: { inApp: true, mail: 'now', push: true, isMandatory: true },
      points: { inApp: true, mail: 'now', push: true, isMandatory: false },
      campaign_news: { inApp: false, mail: 'off', push: false },
    },
    quietHours: { from: 22, until: 8 },
  })
  const changed = await patch(member, { groups: { points: { mail: 'daily' }, account: { push: false } } })
  const points = { ...atFirst.groups.points, mail: 'daily' }
  const account = { ...atFirst.groups.account, push: false }
  expect(changed.json()).toEqual({ ...atFirst, groups: { ...atFirst.groups, points, account } })
  const again = await patch(member, {
    groups: { points: { push: false } },
    quietHours: { from: 0, until: 0 },
  })
  expect(again.json()).toMatchObject({
    groups: { points: { ...points, push: false } },
    quietHours: { from: 0, until: 0 },
  })
  expect((await get(member)).json()).toEqual(again.json())
  expect((await patch(member, {})).json()).toEqual(again.json())
})

test.each([
  { groups: { security: { mail: 'off' } } },
  { groups: { points: { mail: 'no' } } },
  { groups: { points: { push: null } } },
  { groups: { account: { mail: 'off' } } },
  { groups: { account: { inApp: false } } },
  { quietHours: { from: 22 } },
  { quietHours: { from: 22, until: 24 } },
])('refuses %j and changes nothing', async (change) => {
  const member = await createMember(app)
  const response = await patch(member, { groups: { campaign_news: { mail: 'now' } }, ...change })
  expect(response.json()).toMatchObject({ status: 422, code: 'validation_failed' })
  expect((await groupsOf(member)).campaign_news.mail).toBe('off')
})

test('refuses another member, and a request without a bearer', async () => {
  const [member, other] = [await createMember(app), await createMember(app)]
  expect((await get(other, member)).json().code).toBe('forbidden')
  const change = { groups: { points: { mail: 'off' } } }
  expect((await patch(other, change, member)).json().code).toBe('forbidden')
  expect((await app.server.inject({ url: urlOf(member) })).statusCode).toBe(401)
  expect((await groupsOf(member)).points.mail).toBe('now')
})

const pathOf = (uid: string, stops: NotificationGroup | 'daily') => {
  const { config } = app
  const url = unsubscribeUrl({ secret: app.secret, publicOrigin: config.publicOrigin }, { uid, stops })
  expect(url.startsWith(`${config.publicOrigin}/unsubscribe?token=`)).toBe(true)
  return url.slice(config.publicOrigin.length)
}
const click = async (
  url: string,
  type = 'application/x-www-form-urlencoded',
  payload = 'List-Unsubscribe=One-Click',
) =>
  await app.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type, 'sec-fetch-site': 'cross-site' },
    payload,
  })

test('a mail’s link asks, and one click stops the mails: as a form, from a mail program, twice', async () => {
  const member = await createMember(app)
  const url = pathOf(member.uid, 'points')
  await get(member)
  const asked = await app.server.inject({ url })
  expect([asked.statusCode, asked.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(asked.body).toContain('Points about to expire')
  expect(asked.body).toContain('method="post"')
  expect((await groupsOf(member)).points.mail).toBe('now')
  const bodies = [
    ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
    [
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
    ],
    ['application/json', '{"a":'],
  ] as const
  for (const [type, payload] of bodies) {
    const done = await click(url, type, payload)
    expect(done.statusCode, done.body).toBe(200)
    expect(done.body).toContain('no more e-mails')
    const groups = await groupsOf(member)
    // The inbox and devices stay.
    expect(groups.points).toMatchObject({ inApp: true, mail: 'off', push: true })
    expect(groups.earnings.mail).toBe('now')
  }
  expect((await app.server.inject({ method: 'POST', url })).statusCode).toBe(200)
})

test('the link of a daily mail stops whatever comes in it, and nothing else', async () => {
  const member = await createMember(app)
  await patch(member, { groups: { answers: { mail: 'daily' }, news: { mail: 'off' } } })
  const link = pathOf(member.uid, 'daily')
  const stopped = await click(link)
  expect(stopped.body).toContain('You’ll no longer get the daily e-mail.')
  expect(stopped.statusCode).toBe(200)
  const mails = async () => {
    const groups = await groupsOf(member)
    return [groups.answers.mail, groups.friends.mail, groups.points.mail]
  }
  expect(await mails()).toEqual(['off', 'off', 'now'])

  // What was stopped is named, and comes back at a press; what was chosen since stays.
  const undo = /action="([^"]+)"/.exec(stopped.body)![1]!
  expect((await app.server.inject({ url: undo })).statusCode).toBe(404)
  await patch(member, { groups: { friends: { mail: 'now' } } })
  const undone = await click(undo)
  expect([undone.statusCode, undone.body.includes('Answers to you and Friends')]).toEqual([200, true])
  expect(await mails()).toEqual(['daily', 'now', 'now'])
  expect((await click(undo.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')))).statusCode).toBe(404)
  // Where all was off there is nothing to undo.
  await patch(member, { groups: { answers: { mail: 'off' } } })
  expect((await click(link)).body).not.toContain('<form')
})

test('a link of a deleted member gets the usual answer, and a forged one does nothing', async () => {
  const gone = pathOf(`usr_${randomBytes(16).toString('hex')}`, 'campaign_news')
  expect((await app.server.inject({ method: 'POST', url: gone })).statusCode).toBe(200)
  const { uid } = await createMember(app)
  const right = pathOf(uid, 'campaign_news')
  const changed = right.replace(/(?<=token=.{30})./, (one) => (one === 'a' ? 'b' : 'a'))
  // No link stops what is mandatory.
  const mandatory = pathOf(uid, 'account')
  const bad = [
    '/unsubscribe',
    '/unsubscribe?token=',
    changed,
    right.slice(0, -4),
    `${right}&token=a`,
    mandatory,
  ]
  for (const url of bad)
    for (const method of ['GET', 'POST'] as const) {
      const response = await app.server.inject({ method, url })
      expect([response.statusCode, response.headers['content-type']], url).toEqual([
        404,
        'text/html; charset=utf-8',
      ])
    }
})
