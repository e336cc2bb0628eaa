import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import type { Config } from '#server/config.ts'
import { closeVisits, openBrowser, signInTo, visit, type PageOptions, type Visit } from '#testing/browser.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

/** The whole product as it is by default, or with what else `openSite` was given. */
export let site: TestSite

/** The Chromium of this process of tests. */
export let browser: Browser

/** For each test file that has its site and browser from here: opened before its tests, closed after them. */
export function openSite(changes: () => Partial<Config> | Promise<Partial<Config>> = () => ({})): void {
  beforeAll(async () => {
    site = await startTestSite(await changes())
    browser = await openBrowser()
  })
  afterAll(async () => {
    await closeVisits(browser)
    await site.close()
  })
}

/** Opens a browser of a member's own, signed in, at `path` if one is given. */
export async function visitAs(
  member: { cookie: string },
  path?: string,
  options: PageOptions = {},
): Promise<Visit> {
  const visited = await visit(browser, site.origin, options)
  await signInTo(visited, site.origin, member)
  if (path) await visited.page.goto(path)
  return visited
}
