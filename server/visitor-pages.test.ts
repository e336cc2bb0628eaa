import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { BootData } from '#contracts/boot-data.ts'
import { loginPath, paths } from '#contracts/paths.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'

let app: TestApp
let campaign: string
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
  campaign = paths.campaign((await createCampaign(app)).id)
})
afterAll(() => app.close())

/** As a browser opens a page that another site leads to. */
const navigation = {
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': 'cross-site',
  'accept-encoding': 'identity',
}

async function open(url: string, headers: Record<string, string> = {}) {
  const answer = await app.server.inject({ url, headers: { ...navigation, ...headers } })
  const { body } = answer
  const [, inert, screen = ''] =
    /<div id="root"( inert aria-disabled="true")?>(.*?)<div id="splash"/s.exec(body) ?? []
  const [, json = 'null'] = /id="boot-data">(.*?)<\/script>/s.exec(body) ?? []
  return {
    ...answer,
    screen: screen.replace(/<\/div>\s*$/, ''),
    isInert: inert !== undefined,
    boot: JSON.parse(json) as BootData | null,
  }
}

test('a campaign carries its first screen for a visitor, with the answers that it shows', async () => {
  const { screen, isInert, boot, headers, body } = await open(campaign)
  expect(screen).toMatch(/<h1[^>]*>[^<]+/)
  expect(isInert).toBe(false)
  expect(boot).toMatchObject({ user: null, streamId: null, screen: { timeZone: 'UTC' } })
  expect(Object.keys(boot!.answers)).toContain(campaign.replace('/campaigns', '/api/v1/public/campaigns'))
  expect(headers['cache-control']).toBe('no-cache')
  expect(headers['set-cookie']).toBeUndefined()
  expect(body).toMatch(/^<!doctype html>\s*<html [^>]*data-visitor-screen/)
  // Where no script runs its page says more than the screen.
  expect(body).toMatch(/<noscript><style>#root\{display:none\}<\/style><\/noscript>\s*<noscript><main>/)
})

test('the way in is there to be looked at, as those who come see it', async () => {
  const { screen, isInert, boot } = await open(paths.login)
  expect(screen).toContain('Welcome back')
  expect(screen).toMatch(/<input[^>]*type="password"/)
  expect(isInert).toBe(true)
  expect(Object.keys(boot!.answers)).toEqual(['/identity/social'])
  const signup = await open(paths.signup)
  expect(signup.screen).toContain('at least 6 characters')
  const newcomer = await open(loginPath(paths.home))
  expect(newcomer.screen).toContain('Join free')
  const home = await open(paths.home)
  expect(home.screen).toBe(newcomer.screen)
  expect(home.body).toContain('<body data-layout="none">')
})

test('a campaign with a query is only looked at, since links of the screen carry the query', async () => {
  const { isInert, screen } = await open(`${campaign}?utm_source=x`)
  expect(isInert).toBe(true)
  expect(screen).toBe((await open(campaign)).screen)
})

test('those who ask for one page at the same moment share its rendering', async () => {
  const path = paths.campaign((await createCampaign(app)).id)
  // More than may wait for the process that renders.
  const opened = await Promise.all(Array.from({ length: 60 }, async () => await open(path)))
  expect(opened.map(({ screen }) => screen !== '')).toEqual(opened.map(() => true))
})

test('a campaign that changes is shown as it is, and one that is none is not', async () => {
  const before = await open(campaign)
  const id = campaign.split('/').at(-1)
  await sql`update campaign set summary = 'Two teas for one' where id = ${id}`.execute(app.db)
  expect(before.screen).not.toContain('Two teas for one')
  expect((await open(campaign)).screen).toContain('Two teas for one')
  const absent = await open(paths.campaign('cmp_01K00000000000000000000000'))
  expect(absent).toMatchObject({ statusCode: 404, screen: '', boot: null })
})

test.each([
  ['another page of the form', `${paths.login}?redirect=/points`, {}],
  ['an invitation', `${paths.signup}?invitedBy=abc`, {}],
  ['a script', '/login', { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }],
  ['a browser that loads ahead', '/login', { 'sec-purpose': 'prefetch' }],
])('%s gets the page without a screen', async (_, url, headers) => {
  expect((await open(url, headers)).screen).toBe('')
})

test('a member gets no visitor’s screen', async () => {
  const { cookie } = await createMember(app)
  for (const url of [paths.login, campaign]) {
    const { body, boot } = await open(url, { cookie, 'sec-fetch-site': 'same-origin' })
    expect(body).not.toContain('data-visitor-screen')
    expect(boot?.user === null).toBe(false)
  }
})
