import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { setEconomy } from '#server/modules/economy/public.ts'
import { accessibilityViolations, launchBrowser, signInTo, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  site = await startTestSite()
  browser = await launchBrowser()

  const platforms = [{ platform: 'youtube', url: 'https://youtube.example/' }]
  const settings = [{ path: 'socialFollow.platforms', value: platforms }]
  await site.db
    .transaction()
    .execute(async (tx) => await setEconomy(tx, { settings, author: 'test', reason: 'test' }))
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('level, badges and the next best action; following a platform is celebrated aloud, and listed', async () => {
  const member = await createMember(site, { displayName: 'Ada' })
  const opened = await visit(browser, site.origin)
  await signInTo(opened, site.origin, member)
  const { page, context, complaints } = opened
  // The platform is somebody else's: what matters is that it is opened first.
  await context.route('https://youtube.example/**', async (route) => await route.fulfill({ body: 'YouTube' }))
  await page.goto('/gamification')
  await page.getByRole('heading', { name: '250 points to level 2' }).waitFor()
  await page.getByRole('heading', { name: 'Check in for today' }).waitFor()
  await page.getByRole('meter', { name: 'Progress towards One week' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  const popup = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Follow on YouTube' }).click()
  await (await popup).close()
  await page.getByRole('button', { name: /^Claim 50/ }).click()
  await page.getByRole('status').filter({ hasText: '+50 points' }).waitFor()
  await page.getByText('Followed', { exact: true }).waitFor()
  await page.getByRole('heading', { name: '200 points to level 2' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  await page.goto('/rewards')
  await page.getByText('Following us').waitFor()
  await page.getByRole('link', { name: 'Claim Daily check-in' }).waitFor()
  await page
    .getByText('It needs more crels, held for longer.')
    .or(page.getByText(/your account is still new/))
    .waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  expect(complaints).toEqual([])
  await context.close()
})
