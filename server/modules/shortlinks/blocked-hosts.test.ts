import { expect, test } from 'vitest'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { campaignsLeadingTo, changeCampaign, hasLeftCampaign } from '#server/modules/campaigns/public.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { linkByCode, setLinkBanned } from './ban-link.ts'
import { blockedHosts, blockHost, reachOfBlock, reachOfHost, unblockHost } from './blocked-hosts.ts'
import { app, call, make, openApp, origin } from './shortlinks.fixture.ts'
import { visit } from '#testing/visits.ts'

openApp()

const block = async (host: string) =>
  await app.db
    .transaction()
    .execute(async (tx) => await blockHost(tx, testActor, { host, reason: 'phishing' }))
const unblock = async (host: string) =>
  await app.db.transaction().execute(async (tx) => await unblockHost(tx, testActor, { host }))
const setBanned = async (code: string, isBanned: boolean) =>
  await app.db
    .transaction()
    .execute(
      async (tx) =>
        await setLinkBanned(
          tx,
          testActor,
          { code, isBanned },
          { hasLeftCampaign, notify: notifyMembers, secret: app.secret },
        ),
    )
const stateOf = async (code: string) => (await linkByCode(app.db, code))!.state
const statusOf = async (payload: object) => (await call('POST', '', payload)).statusCode

test('a host is blocked for a reason as long as any', async () => {
  const olga = await operatorBearer(app, 'owner', 'olga@crels.example')
  const payload = { host: 'wordy.example', reason: 'x'.repeat(500), isShared: false }
  const { status, body } = await callOperator(app, olga, { method: 'POST', path: '/blocked-hosts', payload })
  expect([status, JSON.stringify(body)]).toEqual([200, expect.stringContaining('wordy.example')])
  await unblock('wordy.example')
})

test('refuses links to a blocked host or below it; existing ones are banned, and others are not', async () => {
  const led = await Promise.all(
    [
      'https://spam.example/',
      'http://www.spam.example:8080/a',
      'https://fine.example/?to=https://spam.example/',
      'https://notspam.example/',
      'https://spam.example.fine.example/',
    ].map(async (destinationUrl) => await make({ destinationUrl })),
  )
  const byFallback = await make({ fallbackUrl: 'https://spam.example/x' })
  expect(await block('SPAM.example.')).toEqual({ host: 'spam.example', stopped: 3 })
  const states = await Promise.all(
    [...led, byFallback].map(async ({ id }) => (await call('GET', `/${id}`)).json().state),
  )
  expect(states).toEqual(['banned', 'banned', 'active', 'active', 'active', 'banned'])
  const visited = async () => (await visit(origin, `/s/${led[0].code}`)).status
  await expect.poll(visited).toBe(410)

  const refused = await call('POST', '', { destinationUrl: 'https://deep.spam.example/' })
  expect(refused.json()).toMatchObject({
    status: 422,
    issues: [{ path: 'body.destinationUrl', code: 'blocked_host', message: expect.any(String) }],
  })
  expect(await statusOf({ destinationUrl: 'https://a.example/', fallbackUrl: 'https://spam.example/' })).toBe(
    422,
  )
  const edited = await call('PATCH', `/${led[3].id}`, { destinationUrl: 'https://spam.example/' })
  expect(edited.statusCode).toBe(422)
  expect(await blockedHosts(app.db)).toMatchObject([{ host: 'spam.example', reason: 'phishing' }])

  expect(await unblock('spam.example')).toBe(3)
  expect(await unblock('spam.example')).toBeUndefined()
  expect(await statusOf({ destinationUrl: 'https://spam.example/' })).toBe(201)
  await expect.poll(visited).toBe(302)
})

test('taken off the list, each link is what it would be without it', async () => {
  const to = { destinationUrl: 'https://undo.example/' }
  const [on, off, bad, removed] = [await make(to), await make(to), await make(to), await make(to)]
  await call('PATCH', `/${off.id}`, { state: 'disabled' })
  await setBanned(bad.code, true)
  expect(await block('undo.example')).toMatchObject({ stopped: 4 })
  expect(await call('PATCH', `/${on.id}`, { state: 'active' })).toMatchObject({ statusCode: 409 })
  // What happens to them meanwhile is theirs: removed, banned by a person, blocked by another host as well.
  await call('DELETE', `/${removed.id}`)
  const other = await make({ destinationUrl: 'https://a.undo2.example/' })
  await block('undo2.example')
  await block('a.undo2.example')
  expect(await unblock('undo2.example')).toBe(0)
  expect(await stateOf(other.code)).toBe('banned')
  expect(await unblock('a.undo2.example')).toBe(1)
  expect(await stateOf(other.code)).toBe('active')

  expect(await unblock('undo.example')).toBe(3)
  expect(await Promise.all([on, off, bad, removed].map(async ({ code }) => await stateOf(code)))).toEqual([
    'active',
    'disabled',
    'banned',
    'disabled',
  ])
})

test('a person’s ban in between outlives the block, and a person’s unban does not lift it', async () => {
  const { code } = await make({ destinationUrl: 'https://both.example/' })
  await block('both.example')
  expect([await setBanned(code, true), await setBanned(code, false)]).toEqual([true, true])
  expect(await stateOf(code)).toBe('banned')
  await setBanned(code, true)
  await unblock('both.example')
  expect(await stateOf(code)).toBe('banned')
  await setBanned(code, false)
  expect(await stateOf(code)).toBe('active')
})

test('a campaign’s links come back when it moves to another host, and who joins meanwhile is stopped', async () => {
  const campaign = await createCampaign(app, { destinationUrl: 'https://moved.example/shop' })
  const join = async (member: TestMember) => {
    const url = `/api/v1/campaigns/${campaign.id}/enrolment`
    return (await app.server.inject({ method: 'POST', url, headers: member.headers })).json()
  }
  const leaver = await createMember(app)
  const before = await join(leaver)
  await block('moved.example')
  const since = await join(await createMember(app))
  const states = async () =>
    await Promise.all([before, since].map(async ({ link }) => await stateOf(link.code)))
  expect(await states()).toEqual(['banned', 'banned'])
  expect(await reachOfHost(app.db, { host: 'moved.example' }, campaignsLeadingTo)).toMatchObject({
    links: 0,
    campaigns: 1,
  })
  expect(await reachOfBlock(app.db, 'moved.example', campaignsLeadingTo)).toMatchObject({
    links: 2,
    creators: 2,
    campaigns: 1,
  })
  await app.db.transaction().execute(async (tx) => {
    const changes = { destinationUrl: 'https://better.example/shop' }
    const change = { campaignId: campaign.id, changes, reason: 'moved' }
    await changeCampaign(tx, testActor, change, app.config)
  })
  expect(await states()).toEqual(['active', 'active'])
  // Who left while it was banned has it back when they join again, and not before.
  await setBanned(before.link.code, true)
  await app.server.inject({
    method: 'DELETE',
    url: `/api/v1/campaigns/${campaign.id}/enrolment`,
    headers: leaver.headers,
  })
  await setBanned(before.link.code, false)
  expect(await stateOf(before.link.code)).toBe('disabled')
  await join(leaver)
  expect(await stateOf(before.link.code)).toBe('active')
})

test('a link that is made while a host is being blocked does not slip through', async () => {
  const blocked = block('race.example')
  const made = await Promise.all(
    Array.from(
      { length: 20 },
      async () => await call('POST', '', { destinationUrl: 'https://race.example/' }),
    ),
  )
  await blocked
  const codes = made.filter(({ statusCode }) => statusCode === 201).map((response) => response.json().code)
  for (const code of codes) expect(await stateOf(code)).toBe('banned')
})

test.each(['com', 'co.uk', 'example', 'localhost', 'github.io'])(
  'refuses %s, under which everybody registers a host',
  async (host) => {
    await expect(block(host)).rejects.toThrow(host)
  },
)

test('a shared host is blocked when all of it is named', async () => {
  const { code } = await make({ destinationUrl: 'https://someone.github.io/' })
  expect(await reachOfHost(app.db, { host: 'github.io', isShared: true }, campaignsLeadingTo)).toMatchObject({
    links: 1,
    creators: 1,
    campaigns: 0,
    linkExamples: [{ code, leadsTo: 'https://someone.github.io/' }],
  })
})

test('a host in another script is blocked as the network knows it', async () => {
  await block('bücher.example')
  expect(await statusOf({ destinationUrl: 'https://xn--bcher-kva.example/' })).toBe(422)
})

test.each(['', 'https://spam.example/', 'a b', 'x/y'])('%j is no host', async (host) => {
  await expect(block(host)).rejects.toThrow('is not a host')
})

test('unbanning restores the link unchanged', async () => {
  const [on, off] = [await make({ code: 'bad-one' }), await make({ code: 'bad-two' })]
  await call('PATCH', `/${off.id}`, { state: 'disabled' })
  for (const [{ code }, state] of [
    [on, 'active'],
    [off, 'disabled'],
  ] as const) {
    expect([await setBanned(code, true), await setBanned(code, true)]).toEqual([true, false])
    expect(await stateOf(code)).toBe('banned')
    expect([await setBanned(code, false), await setBanned(code, false)]).toEqual([true, false])
    expect(await stateOf(code)).toBe(state)
  }
})
