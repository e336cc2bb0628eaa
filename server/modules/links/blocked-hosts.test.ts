import { expect, test } from 'vitest'
import { linkByCode, setLinkBanned } from './ban-link.ts'
import { blockedHosts, blockHost, unblockHost } from './blocked-hosts.ts'
import { app, call, make, openApp, origin } from './shortlinks.fixture.ts'
import { visit } from './visits.fixture.ts'

openApp()

const block = async (host: string) =>
  await app.db.transaction().execute(async (tx) => await blockHost(tx, { host, reason: 'phishing' }))
const statusOf = async (payload: object) => (await call('POST', '', payload)).statusCode

test('nobody links to a blocked host or below it; links that did are banned, and others are not', async () => {
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
  expect(await block('SPAM.example.')).toEqual({ host: 'spam.example', banned: 3 })
  const states = await Promise.all(
    [...led, byFallback].map(async ({ id }) => (await call('GET', `/${id}`)).json().state),
  )
  expect(states).toEqual(['banned', 'banned', 'active', 'active', 'active', 'banned'])
  const visited = async () => (await visit(origin, `/s/${led[0].code}`)).status
  await expect.poll(visited, { timeout: 20_000 }).toBe(410)

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

  expect(await app.db.transaction().execute(async (tx) => await unblockHost(tx, 'spam.example'))).toBe(true)
  expect(await statusOf({ destinationUrl: 'https://spam.example/' })).toBe(201)
  expect(await visited()).toBe(410)
})

test('a host in another script is blocked as the network knows it', async () => {
  await block('bücher.example')
  expect(await statusOf({ destinationUrl: 'https://xn--bcher-kva.example/' })).toBe(422)
})

test.each(['', 'https://spam.example/', 'a b', 'x/y'])('%j is no host', async (host) => {
  await expect(block(host)).rejects.toThrow('is no host')
})

test('a banned link is given back switched off', async () => {
  const { code } = await make({ code: 'bad-one' })
  const set = async (isBanned: boolean) =>
    await app.db.transaction().execute(async (tx) => await setLinkBanned(tx, code, isBanned))
  expect([await set(true), await set(true)]).toEqual([true, false])
  expect((await linkByCode(app.db, code))!.state).toBe('banned')
  expect([await set(false), await set(false)]).toEqual([true, false])
  expect((await linkByCode(app.db, code))!.state).toBe('disabled')
})
