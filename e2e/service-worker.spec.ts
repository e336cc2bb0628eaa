import { createServer } from 'node:net'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { m } from '#messages'
import { languageNames } from '#contracts/languages.ts'
import { paths } from '#contracts/paths.ts'
import { inLanguage } from '#server/platform/language.ts'
import { accessibilityViolations, closeVisits, openBrowser, signInTo, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { temporaryFolder } from '#testing/run-folder.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

// A site of its own: its build is replaced by a newer one, and then it goes away.
let site: TestSite
let browser: Browser
const webDir = temporaryFolder('web')
beforeAll(async () => {
  cpSync(inject('webDir'), webDir, { recursive: true })
  // The server knows the files that are there when it starts.
  const { file } = signInFile()
  for (const suffix of suffixes) cpSync(webDir + file + suffix, webDir + newerFile + suffix)
  site = await startTestSite({}, { webDir })
  browser = await openBrowser()
})
afterAll(() => closeVisits(browser))

const person = async () => await visit(browser, site.origin, { withServiceWorker: true })
const newBuild = (page: Page) => page.getByText(m.layout_update_ready(), { exact: true })
const cacheNames = async (page: Page) => await page.evaluate(() => caches.keys())
/** Caches by their names, with the paths in them and all that the files say. */
const cached = async (page: Page) =>
  await page.evaluate(async () => {
    const found: { name: string; paths: string[]; text: string }[] = []
    for (const name of await caches.keys()) {
      const cache = await caches.open(name)
      const requests = await cache.keys()
      const texts = requests.map(async (request) => await (await cache.match(request))!.text())
      const paths = requests.map(({ url }) => new URL(url).pathname)
      found.push({ name, paths, text: (await Promise.all(texts)).join('\n') })
    }
    return found
  })

const suffixes = ['.js', '.js.br', '.js.gz']
const newerFile = '/assets/login-a-newer'
/** The module of sign-in in this build, without its suffix, and the worker that names it. */
function signInFile() {
  const worker = readFileSync(`${webDir}/sw.js`, 'utf8')
  return { worker, file: `/${/assets\/login-[\w-]{8}(?=\.js)/.exec(worker)![0]}` }
}

/** Puts a newer build in the place of this one: another worker, another id, and another name of the module of sign-in. */
function release(): void {
  const write = (path: string, content: string) => {
    writeFileSync(`${webDir}/${path}`, content)
    writeFileSync(`${webDir}/${path}.br`, brotliCompressSync(content))
    writeFileSync(`${webDir}/${path}.gz`, gzipSync(content))
  }
  const { worker, file } = signInFile()
  for (const suffix of suffixes) rmSync(webDir + file + suffix)
  write('sw.js', worker.replaceAll(`${file.slice(1)}.js`, `${newerFile.slice(1)}.js`))
  writeFileSync(`${webDir}/builds/latest.json`, JSON.stringify({ id: 'a-newer-build' }))
}

test('a newer build is taken in one tab by a press; the other, with something typed, keeps it and the files of its build', async () => {
  const { page, context } = await person()
  await page.clock.install()
  await page.goto(paths.faq)
  // The first load: this page was not controlled when it began, and takes updates all the same.
  await page.getByText(m.layout_offline_ready(), { exact: true }).waitFor()
  const other = await context.newPage()
  await other.goto(paths.signup)
  const password = other.getByLabel(m.auth_password(), { exact: true })
  await password.fill('correct horse')
  await other.evaluate('window.isSamePage = true')

  release()
  await page.clock.fastForward(3_600_000)
  await newBuild(page).waitFor()
  expect(await newBuild(other).count()).toBe(0)
  const [before] = await cacheNames(page)
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: m.layout_update_now(), exact: true }).click()
  await reloaded
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Both builds; what is asked for comes from the newer.
  const kept = await cacheNames(page)
  expect(kept.length).toBe(2)
  expect(kept[0]).toBe(before)

  expect(await password.inputValue()).toBe('correct horse')
  await password.fill('')
  await newBuild(other).waitFor()
  await other.getByRole('button', { name: m.layout_update_later(), exact: true }).click()
  await other.getByRole('link', { name: m.layout_sign_in(), exact: true }).first().click()
  await other.getByRole('heading', { level: 1, name: m.auth_login_heading(), exact: true }).waitFor()
  expect(await other.evaluate('window.isSamePage')).toBe(true)
  await context.close()
})

test('who changes the language while the app is being kept has it in the new one without a connection, and is asked nothing', async () => {
  const { page, context } = await person()
  await page.goto(paths.faq)
  await page.waitForFunction(
    async () => (await navigator.serviceWorker.getRegistration())?.installing?.state === 'installing',
  )
  await page.getByRole('button', { name: languageNames.de, exact: true }).click()
  await page.waitForFunction(
    async () => {
      const { active, waiting, installing } = await navigator.serviceWorker.ready
      const name = (await caches.keys()).at(-1)!
      const shell = await (await (await caches.open(name)).match('/index.html'))?.text()
      return shell?.includes('<html lang="de"') && active && !waiting && !installing
    },
    undefined,
    { timeout: 100_000, polling: 500 },
  )
  expect(await page.getByText(inLanguage('de', m.layout_update_ready), { exact: true }).count()).toBe(0)
  await context.close()
})

test('installed once, every page opens without a connection; what is kept is the build, and at sign-out nothing else', async () => {
  const member = await createMember(site, { displayName: 'Somebody Unmistakable' })
  const visited = await person()
  const { page, context } = visited
  await signInTo(visited, site.origin, member)
  await page.goto(paths.home)
  await page.getByText(m.layout_offline_ready(), { exact: true }).waitFor()
  // From here on every page comes by way of the worker.
  for (const path of [paths.crels('wallet'), paths.profile]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
  }
  await page.getByText('Somebody Unmistakable').first().waitFor()
  const [build, ...others] = await cached(page)
  expect(others).toEqual([])
  expect(build!.paths).toContain('/index.html')
  const ours = /^\/(assets\/.*|index\.html|offline\.(html|css)|favicon\.svg|colour-scheme\.js|[\w-]+\.js)$/
  expect(build!.paths.filter((path) => !ours.test(path))).toEqual([])
  for (const secret of [member.uid, member.email, 'Somebody Unmistakable'])
    expect(build!.text.includes(secret), secret).toBe(false)

  // What an older worker may have left.
  await page.evaluate(async () => await (await caches.open('pages-v1')).put('/profile', new Response('mine')))
  await page.getByRole('button', { name: m.profile_sign_out(), exact: true }).first().click()
  await page.waitForURL(`**${paths.login}`)
  await expect.poll(() => cacheNames(page)).toEqual([build!.name])

  // The emulated outage does not reach the service worker; a server that is gone does.
  await site.close()
  await goOffline(page)
  await page.getByText(m.layout_offline(), { exact: true }).waitFor()
  await page.goto(paths.doc('monetization/tracking-link'))
  await page.getByRole('heading', { name: m.pages_docs_monetization_tracking_link(), level: 1 }).waitFor()
  await page.goto(paths.myCampaigns)
  await page.getByRole('heading', { name: m.layout_unreachable_title() }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.goto('/no-such-page')
  await page.getByRole('heading', { name: m.layout_offline(), level: 1 }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // At addresses that the worker leaves alone, the browser shows its own error.
  for (const path of ['/s/abcdefg', '/px/v1', '/identity/social/x/start', '/console', '/dev/mail'])
    await expect(page.goto(path)).rejects.toThrow('net::ERR_')

  // In its place something that takes every connection and says nothing, as on a train.
  const silent = createServer(() => {}).listen(Number(new URL(site.origin).port), '127.0.0.1')
  const late = await context.newPage()
  await late.goto(paths.doc('get-started'), { timeout: 60_000 })
  await late.getByRole('heading', { name: m.pages_docs_get_started(), level: 1 }).waitFor()
  await context.close()
  silent.close()
})
