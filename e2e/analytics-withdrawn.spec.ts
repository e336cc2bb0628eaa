import { sql } from 'kysely'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { closeVisits, openBrowser, signInTo, visit } from '#testing/browser.ts'
import { testConfig } from '#testing/config.ts'
import { createMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  const { analytics } = testConfig('postgres:///unused')
  site = await startTestSite({ analytics: { ...analytics, isOn: true, consent: 'never' } })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await site.close()
})

const browserId = async (page: Page) =>
  await page.evaluate(() => localStorage.getItem('ajs_anonymous_id')?.slice(1, -1) ?? null)

/** What the library keeps in this browser. */
const keptBy = async (page: Page) =>
  await page.evaluate(() => Object.keys(localStorage).filter((key) => /^ajs|Segment/.test(key)))

interface Row {
  type: string
  name: string | null
  message: { previousId?: string }
}

const eventsOf = async (anonymousId: string) =>
  (
    await sql<Row>`select type, name, message from analytics_event where anonymous_id = ${anonymousId}`.execute(
      site.db,
    )
  ).rows

test('who signs up is said to have been the visitor of this browser', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto(paths.signup)
  await expect.poll(() => browserId(page)).toBeTruthy()
  const id = (await browserId(page))!
  await page.getByLabel(m.auth_email(), { exact: true }).fill('visitor@mail.example')
  await page.getByLabel(m.auth_password(), { exact: true }).fill('a-password-of-its-own')
  await page.getByRole('button', { name: m.auth_signup_submit(), exact: true }).click()
  await page.waitForURL(`**${paths.emailVerification}`)
  const alias = async () => (await eventsOf(id)).find(({ type }) => type === 'alias')?.message.previousId
  await expect.poll(alias).toBe(id)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('what could not be sent before a member declines is never sent, nor kept in the browser', async () => {
  const visited = await visit(browser, site.origin, { expectedStatuses: [503] })
  const { page, context } = visited
  await signInTo(visited, site.origin, await createMember(site))
  await page.goto(paths.home)
  await expect.poll(() => browserId(page)).toBeTruthy()
  const id = (await browserId(page))!
  await expect
    .poll(async () => (await eventsOf(id)).map(({ name }) => name))
    .toEqual(expect.arrayContaining(['home']))
  let refused = 0
  await page.route('**/v1/p', async (route) => {
    refused += 1
    await route.fulfill({ status: 503 })
  })
  await page.getByRole('link', { name: m.pages_profile(), exact: true }).click()
  const choice = page.getByRole('switch', { name: 'Count how I use Crels in this browser' })
  await choice.waitFor()
  await expect.poll(() => refused).toBeGreaterThan(1)
  await choice.click()
  expect(await choice.isChecked()).toBe(false)
  const before = refused
  // Twice the time within which the library tried it again.
  await page.waitForTimeout(5000)
  expect(refused - before).toBe(0)
  expect(await keptBy(page)).toEqual([])
  await page.goto('/healthz')
  expect(await keptBy(page)).toEqual([])
  expect((await eventsOf(id)).map(({ name }) => name)).not.toContain('profile')
  await context.close()
})
