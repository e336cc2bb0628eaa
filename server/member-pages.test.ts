import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { BootData } from '#contracts/boot-data.ts'
import { patchUser } from '#contracts/users.endpoints.ts'
import { paths } from '#contracts/paths.ts'
import { styleSheetsPath, type StyleSheets } from '#server/build/page-files.ts'
import { startTestApp, type TestApp } from '#testing/app.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { warmScreens } from './member-pages.ts'
import { ScreenProcess } from './platform/first-screens/screen-process.ts'

let app: TestApp
let ada: TestMember
let ben: TestMember
let screens: string[]
beforeAll(async () => {
  app = await startTestApp({}, { webDir: inject('webDir') })
  ada = await named('Ada <b>"O\'Hara"</b>', 'Europe/Lisbon')
  ben = await named('بن', 'Asia/Tokyo')
  const campaign = await createCampaign(app)
  screens = [paths.home, paths.campaigns, paths.campaign(campaign.id), paths.crels('wallet'), paths.points]
})
afterAll(() => app.close())

const styles = JSON.parse(readFileSync(join(inject('webDir'), styleSheetsPath), 'utf8')) as StyleSheets
const everyClass = new Set(Object.values(styles).flatMap(({ classes }) => classes))

async function named(displayName: string, timeZone: string): Promise<TestMember> {
  return await createMember(app, { profile: { displayName, timeZone } })
}

async function open(url: string, { cookie }: { cookie: string }, headers: Record<string, string> = {}) {
  const answer = await app.server.inject({
    url,
    headers: {
      'sec-fetch-dest': 'document',
      'sec-fetch-mode': 'navigate',
      'sec-fetch-site': 'none',
      'accept-encoding': 'identity',
      cookie,
      ...headers,
    },
  })
  const { body } = answer
  const [, screen = ''] = /<div id="root">(.*?)<div id="splash"/s.exec(body) ?? []
  const [, json = 'null'] = /id="boot-data">(.*?)<\/script>/s.exec(body) ?? []
  return { ...answer, screen: screen.replace(/<\/div>\s*$/, ''), boot: JSON.parse(json) as BootData | null }
}

test('a member’s page carries the first screen with its styles, and no script in it', async () => {
  for (const path of screens) {
    const { body, screen, boot, headers } = await open(path, ada)
    expect(screen, path).toMatch(/<h1[^>]*>[^<]+/)
    expect(screen, path).not.toMatch(/<script|<div hidden|<noscript|role="alert"/)
    expect(body).not.toMatch(/type="module"|rel="modulepreload"/)
    expect(body).toContain('<script src="/first-screen.js"></script>')
    expect(boot!.screen!.timeZone).toBe('Europe/Lisbon')
    // Each has the answer that it shows.
    for (const { url } of boot!.screen!.shown) expect(Object.keys(boot!.answers)).toContain(url)
    const [, css = ''] = /<style>(.*?)<\/style>/s.exec(body) ?? []
    // Each sheet is in the page once, in the order of the links that stand for it, and none is fetched.
    const sheets = [...body.matchAll(/<link data-later="stylesheet" href="([^"]+)"/g)]
    expect(css).toBe(
      (await Promise.all(sheets.map(async ([, at]) => (await app.server.inject(at!)).body))).join(''),
    )
    expect(body.match(/[^"]+\.css"/g)).toHaveLength(sheets.length)
    const classes = [...screen.matchAll(/ class="([^"]+)"/g)].flatMap(([, names]) => names!.split(' '))
    // One without rules of its own takes those of others.
    const styled = classes.filter((name) => everyClass.has(name))
    expect(styled.length, path).toBeGreaterThan(20)
    expect(
      styled.filter((name) => !css.includes(`.${name}`)),
      path,
    ).toEqual([])
    expect(headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'accept-language, cookie' })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('each sees their own, however many ask at once, and a name is a text', async () => {
  const opened = await Promise.all([ada, ben, ada, ben].map(async (member) => await open(paths.home, member)))
  const [first, second, third, fourth] = opened.map(({ screen }) => screen)
  expect(first).toContain('Ada &lt;b&gt;&quot;O&#x27;Hara&quot;&lt;/b&gt;')
  expect(first).not.toContain('بن')
  expect(second).toContain('بن')
  expect(second).not.toContain('Ada')
  expect([third, fourth]).toEqual([first, second])
})

test('without a zone, with a query, from another site and in another language than the account’s, the app draws it', async () => {
  const nowhere = await createMember(app)
  expect(await open(paths.home, nowhere)).toMatchObject({ screen: '', boot: { user: { uid: nowhere.uid } } })
  expect((await open(`${paths.campaigns}?q=tea`, ada)).screen).toBe('')
  expect((await open(paths.crels('about'), ada)).screen).toBe('')
  expect(await open(paths.home, ada, { 'sec-fetch-site': 'cross-site' })).toMatchObject({
    screen: '',
    boot: null,
  })
  const changed = await app.server.inject({
    method: 'PATCH',
    url: patchUser.path.replace('{uid}', ben.uid),
    headers: ben.headers,
    payload: { language: 'es' },
  })
  expect(changed.statusCode).toBe(200)
  expect((await open(paths.points, ben)).screen).toBe('')
  expect((await open(paths.points, ben, { 'accept-language': 'es' })).screen).toContain('Puntos')
})

test('a language that is chosen without a script is the account’s; an address that somebody sent changes nothing', async () => {
  const eva = await named('Eva', 'Europe/Madrid')
  const choose = async (language: string, site: string) => {
    const answer = await open(`${paths.points}?language=${language}`, eva, { 'sec-fetch-site': site })
    expect([answer.statusCode, answer.headers.location]).toEqual([303, paths.points])
    return Object.values((await open(paths.points, eva)).boot!.answers).find(isDocument)?.language
  }
  const isDocument = (answer: unknown): answer is { language: string } =>
    typeof answer === 'object' && answer !== null && 'language' in answer
  expect(await choose('de', 'none')).toBe('en')
  expect(await choose('de', 'same-origin')).toBe('de')
})

test('a start renders each of them once, for nobody, and complains of none', async () => {
  const complaints: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void complaints.push(line) })
  const process = new ScreenProcess(inject('webDir'), log)
  expect(await warmScreens(process)).toBe(true)
  process.close()
  expect(complaints).toEqual([])
})
