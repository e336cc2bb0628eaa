import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStandInTurnstile, type StandInTurnstile } from '#testing/turnstile.ts'
import { accessibilityViolations, closeVisits, openBrowser, visit } from '#testing/browser.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'
import { focusedName, pressOn, typeInto } from './keyboard.ts'

let site: TestSite
let turnstile: StandInTurnstile
let browser: Browser
beforeAll(async () => {
  turnstile = await startStandInTurnstile()
  site = await startTestSite({ captcha: turnstile.settings })
  browser = await openBrowser()
})
afterAll(async () => {
  await closeVisits(browser)
  await site.close()
  await turnstile.close()
})

const password = 'correct horse 9'

test('sign-up asks once it is sent, by keyboard alone, and goes on by itself', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [403] })
  await page.goto('/signup')
  await page.getByLabel('E-mail').waitFor()
  await typeInto(page, 'E-mail', 'person@example.com')
  await typeInto(page, 'Password', password)
  expect(turnstile.scriptLoads).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: 'Are you a person?' }).waitFor()
  await page.getByRole('button', { name: 'I am a person' }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // One Tab away: the focus came to the question.
  await page.keyboard.press('Tab')
  expect(await focusedName(page)).toBe('I am a person')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signup/email-verification')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a check that does not load says so, and may be tried again', async () => {
  const { page, context } = await visit(browser, site.origin)
  turnstile.mood = 'broken'
  await page.goto('/signup')
  await page.getByLabel('E-mail').waitFor()
  await typeInto(page, 'E-mail', 'blocked@example.com')
  await typeInto(page, 'Password', password)
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('could not be loaded').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // The check itself does not answer: sign-in is refused, and the form says so.
  turnstile.mood = 'well'
  await pressOn(page, 'Try again')
  await page.getByRole('button', { name: 'I am a person' }).waitFor()
  turnstile.mood = 'broken'
  await pressOn(page, 'I am a person')
  await page.getByText('We cannot check just now that you are a person').waitFor()
  turnstile.mood = 'well'
  await pressOn(page, 'Create account')
  await page.getByRole('button', { name: 'I am a person' }).waitFor()
  await pressOn(page, 'I am a person')
  await page.waitForURL('**/signup/email-verification')
  await context.close()
})

test('sign-in asks after three wrong passwords, and takes what the form says by then', async () => {
  const email = 'forgetful@example.com'
  await site.ensureAccount({ email, password, name: 'F' })
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [401, 403] })
  await page.goto('/login')
  await page.getByLabel('E-mail').waitFor()
  await typeInto(page, 'E-mail', email)
  for (let failure = 0; failure < 3; failure += 1) {
    await typeInto(page, 'Password', `guess ${failure}`)
    // What was said of the last guess is still there.
    const answered = page.waitForResponse('**/identity/sign-in')
    await page.keyboard.press('Enter')
    await answered
    await page.getByText('isn’t right').waitFor()
  }
  await typeInto(page, 'Password', 'one more guess')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'I am a person' }).waitFor()
  await typeInto(page, 'Password', password)
  await pressOn(page, 'I am a person')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})
