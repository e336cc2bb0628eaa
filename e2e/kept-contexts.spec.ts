import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeVisits, openBrowser, visit, type PageOptions } from '#testing/browser.ts'

let server: Server
let origin: string
let browser: Browser

beforeAll(async () => {
  server = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<h1>Hello</h1>'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  server.closeAllConnections()
  server.close()
})

const open = async (options: PageOptions = {}) => {
  const visited = await visit(browser, origin, options)
  await visited.page.goto('/')
  return visited
}

const write = async (page: Page) =>
  await page.evaluate(async () => {
    document.cookie = 'a=1; path=/'
    localStorage.setItem('a', '1')
    sessionStorage.setItem('a', '1')
    await caches.open('a')
    await new Promise((resolve) => (indexedDB.open('a').onsuccess = resolve))
  })

const stored = async (page: Page) =>
  await page.evaluate(async () => ({
    cookies: document.cookie,
    local: localStorage.length,
    session: sessionStorage.length,
    caches: await caches.keys(),
    databases: await indexedDB.databases(),
  }))

test('the next person has the context of one before them, and finds nothing of theirs', async () => {
  const first = await open()
  await write(first.page)
  expect(await stored(first.page)).toMatchObject({ cookies: 'a=1', local: 1, session: 1, caches: ['a'] })
  await first.context.newPage()
  await first.context.close()
  const second = await open()
  expect(second.context).toBe(first.context)
  expect(second.context.pages()).toEqual([first.page])
  const nothing = { cookies: '', local: 0, session: 0, caches: [], databases: [] }
  expect(await stored(second.page)).toEqual(nothing)
  // While one has it, another gets their own.
  const third = await open()
  expect(third.context).not.toBe(second.context)
  await second.context.close()
  await third.context.close()
})

test('the next person has the page of the one before, like a new one', async () => {
  const isNew = () => ({
    wide: innerWidth,
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
    isHovered: document.querySelector(':hover') !== null,
    name: window.name,
    session: sessionStorage.length,
    entries: history.length,
  })
  const first = await open()
  const found = await first.page.evaluate(isNew)
  let heard = 0
  first.page.on('request', () => (heard += 1))
  await first.page.goto('/elsewhere')
  await first.page.setViewportSize({ width: 800, height: 600 })
  await first.page.emulateMedia({ colorScheme: 'dark', forcedColors: 'active' })
  await first.page.mouse.move(20, 30)
  await first.page.evaluate('window.name = "theirs"; sessionStorage.setItem("a", "1")')
  expect(await first.page.evaluate(isNew)).not.toEqual(found)
  await first.context.close()
  const heardBefore = heard
  const second = await open()
  expect(second.page).toBe(first.page)
  expect(await second.page.evaluate(isNew)).toEqual(found)
  expect(heard).toBe(heardBefore)
  await second.page.evaluate('console.error("of the second")')
  expect(second.consoleErrors).toEqual([expect.stringContaining('of the second')])
  expect(first.consoleErrors).toEqual([])
  await second.context.close()
})

test('a page is not used again that answers requests itself', async () => {
  const first = await open()
  await first.page.route('**/nothing', async (route) => await route.abort())
  await first.context.close()
  const second = await open()
  expect(second.context).toBe(first.context)
  expect(second.page).not.toBe(first.page)
  await second.context.close()
})

test.each([
  ['is offline', async (page: Page) => await page.context().setOffline(true)],
  ['has another clock', async (page: Page) => await page.clock.install()],
  ['was elsewhere', async (page: Page) => await page.goto(origin.replace('localhost', '127.0.0.1'))],
  ['has no page', async (page: Page) => await page.close()],
])('a context is not used again that %s', async (_, change) => {
  const first = await open({ viewport: 'desktop' })
  await change(first.page)
  await first.context.close()
  const second = await open({ viewport: 'desktop' })
  expect(second.context).not.toBe(first.context)
  await second.page.close()
  await second.context.close()
})

test('nor for a person with other surroundings, or whose browser is to have nothing', async () => {
  const first = await open()
  await first.context.close()
  for (const options of [{ viewport: 'desktop' }, { isCold: true }, { withServiceWorker: true }] as const) {
    const other = await open(options)
    expect(other.context).not.toBe(first.context)
    await other.context.close()
  }
})
