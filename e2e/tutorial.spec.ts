import { expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a newcomer walks through by keyboard and swipe, and comes to sign-up as they were invited', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [404] })
  await page.goto('/signup?invitedBy=k7m2qw9d')
  await pressOn(page, 'See what Crels is')
  await page.getByRole('heading', { level: 1, name: 'What Crels is' }).waitFor()
  const at = async (step: number) =>
    await page.getByRole('status').getByText(`Step ${step} of 4:`).waitFor({ state: 'attached' })
  await at(1)
  expect(await page.evaluate(() => document.body.dataset.layout)).toBe('none')

  // What is out of sight is out of reach: one heading of a step, and a Tab goes round without it.
  expect(await page.getByRole('heading', { level: 2 }).count()).toBe(1)
  await pressOn(page, 'Next')
  await at(2)
  await page.keyboard.press('ArrowRight')
  await at(3)
  await page.keyboard.press('ArrowLeft')
  await at(2)
  // A finger does to the row what scrolling does.
  await page
    .getByRole('list')
    .first()
    .evaluate((list) => list.scrollTo({ left: list.clientWidth * 2 }))
  await at(3)
  expect(await accessibilityViolations(page)).toEqual([])
  await pressOn(page, 'Next')
  await at(4)
  await expect.poll(async () => await focusedName(page)).toBe('Create your account')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.waitForURL('**/signup?invitedBy=k7m2qw9d')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member skips it, or ends it, at home', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/login/tutorial')
  await pressOn(page, 'go home')
  await page.waitForURL(`${site.origin}/`)
  await page.goto('/login/tutorial')
  await pressOn(page, /^Step 4/)
  await pressOn(page, 'Go to my home')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})
