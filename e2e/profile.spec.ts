import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessibilityViolations, launchBrowser, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { startTestSite, type TestSite } from '#testing/site.ts'

let site: TestSite
let browser: Browser
beforeAll(async () => {
  site = await startTestSite()
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

test('a new member completes the profile field by field, and home goes on to the next step', async () => {
  const member = await createMember(site)
  const { page, context, complaints } = await visit(browser, site.origin)
  const [name, value] = member.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: 'Strict' }])

  await page.goto('/')
  const steps = page.getByRole('list').filter({ hasText: 'Complete your profile' })
  expect(await steps.getByRole('listitem').first().getAttribute('aria-current')).toBe('step')
  // A missing item leads to its field.
  await page.getByRole('link', { name: 'Date of Birth' }).click()
  await page.waitForURL('**/profile/info#birthday')
  await page.waitForFunction(() => document.activeElement?.id === 'birthday')

  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Full name').fill('Ola Nordmann')
  await page.keyboard.press('Enter')
  await page.getByText('4 of 8').waitFor()
  await page.getByLabel('Gender').selectOption('I would rather not say')
  await page.getByLabel('Country of residence').selectOption('Norway')
  await page.getByText('Food', { exact: true }).click()
  await page.getByText('Travel', { exact: true }).click()
  await page.getByText('7 of 8').waitFor()

  await page.getByLabel('Platform').selectOption('YouTube')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Enter the address or your handle').waitFor()
  await page.getByLabel('Address or handle').fill(' @ola ')
  await page.keyboard.press('Enter')
  await page.getByText('Your profile is complete').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // What was saved is what the server has.
  await page.reload()
  await page.getByText('8 of 8').waitFor()
  expect(await page.getByLabel('Full name').inputValue()).toBe('Ola Nordmann')
  expect(await page.getByLabel('Country of residence').inputValue()).toBe('NO')
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(2)
  await page.getByRole('button', { name: 'Remove YouTube, @ola' }).click()
  await page.getByText('7 of 8').waitFor()

  await page.goto('/')
  await page.getByText('0 of 3 done').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a value that is refused, or does not arrive, stays on screen with the reason', async () => {
  const member = await createMember(site)
  const { page, context } = await visit(browser, site.origin)
  const [name, value] = member.cookie.split('=') as [string, string]
  await context.addCookies([{ name, value, url: site.origin, httpOnly: true, sameSite: 'Strict' }])
  await page.goto('/profile/info')

  await page.getByLabel('Date of birth').fill('2100-01-01')
  await page.keyboard.press('Enter')
  await page.getByText('between 1900 and today').waitFor()

  await context.setOffline(true)
  await page.getByLabel('Display name').fill('Ola of the North')
  await page.keyboard.press('Enter')
  await page.getByText('Not saved').waitFor()
  expect(await page.getByLabel('Display name').inputValue()).toBe('Ola of the North')
  await context.setOffline(false)
  await page.getByLabel('Display name').press('Enter')
  await page.getByText('Saved').first().waitFor()
  await page.reload()
  await page.getByText('of 8').waitFor()
  expect(await page.getByLabel('Display name').inputValue()).toBe('Ola of the North')
  await context.close()
})
