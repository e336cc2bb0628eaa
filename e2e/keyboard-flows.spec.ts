import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { awaitMail, createMember } from '#testing/members.ts'
import { focusedName, pressOn, tabTo, typeInto } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

// Whole ways by keyboard: some hundred steps, which a busy machine takes its time for.
/** The flows of an account at phone size without a pointer that no other spec walks so; testing/README.md lists all. */

const password = 'correct horse 9'

test('sign-up, the code, sign-out and sign-in', async () => {
  const { page, context, consoleErrors } = await visit(browser, site.origin)
  await page.goto('/signup?redirect=/my-campaigns')
  await typeInto(page, 'E-mail', 'keys@example.com')
  await typeInto(page, 'Password', password)
  await typeInto(page, 'Display name', 'Keys')
  await pressOn(page, 'Create account')
  await page.waitForURL('**/signup/email-verification?redirect=*')
  const { code } = await awaitMail(site, 'keys@example.com', 1)
  await typeInto(page, 'Six-digit code', code!)
  await page.waitForURL('**/my-campaigns')

  await page.goto('/profile')
  await pressOn(page, 'Sign out')
  await page.waitForURL('**/login')
  await page.getByText('You are signed out').waitFor()
  await typeInto(page, 'E-mail', 'keys@example.com')
  await typeInto(page, 'Password', password)
  await pressOn(page, 'Sign in')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the link that verifies, in another browser', async () => {
  const member = await createMember(site, { verified: false })
  const { page, context, consoleErrors } = await visit(browser, site.origin, { expectedStatuses: [401, 403] })
  const { links } = await awaitMail(site, member.email, 1)
  await page.goto(links[0]!)
  await pressOn(page, 'Verify my e-mail')
  await expect.poll(async () => await focusedName(page)).toBe('Password')
  await page.keyboard.type('not the password')
  await page.keyboard.press('Enter')
  await page.getByText('That isn’t the password of this account').waitFor()
  await expect.poll(async () => await focusedName(page)).toBe('Password')
  await pressOn(page, 'I don’t know it, or I didn’t sign up')
  await expect.poll(async () => await focusedName(page)).toBe('New password')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.type('my own horse 1')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your e-mail is verified' }).waitFor()
  await pressOn(page, 'Continue')
  await page.waitForURL(`${site.origin}/`)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a new password set on another device: the sign-in screen knows the address', async () => {
  const member = await createMember(site)
  const [phone, desk] = [await visit(browser, site.origin), await visit(browser, site.origin)]
  await desk.page.goto('/login/reset-password')
  await typeInto(desk.page, 'E-mail', member.email)
  await desk.page.keyboard.press('Enter')
  await desk.page.waitForURL('**/login/reset-password/sent')
  const { links } = await awaitMail(site, member.email, 2)
  await phone.page.goto(links[0]!)
  await typeInto(phone.page, 'New password', password)
  await pressOn(phone.page, 'Set new password')
  await phone.page.waitForURL('**/login')
  await phone.page.getByText('Your new password is set').waitFor()
  await expect.poll(async () => await phone.page.getByLabel('E-mail').inputValue()).toBe(member.email)
  expect([...phone.consoleErrors, ...desk.consoleErrors]).toEqual([])
  await phone.context.close()
  await desk.context.close()
})

test('the profile: a name, a choice from a list, and a photo', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/profile/info')
  await typeInto(page, 'Full name', 'Ola Nordmann')
  await page.keyboard.press('Enter')
  await page.getByText(/^3 of 8/).waitFor()
  await typeInto(page, 'Country of residence', 'norw')
  await page.keyboard.press('Enter')
  await page.getByText(/^4 of 8/).waitFor()

  // The dialog in which a file is chosen is the system's.
  const chooser = page.waitForEvent('filechooser')
  await pressOn(page, 'Add photo')
  const buffer = await sharp({ create: { width: 600, height: 600, channels: 3, background: '#0b7255' } })
    .png()
    .toBuffer()
  await (await chooser).setFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  await page.getByRole('dialog', { name: 'Your photo' }).waitFor()
  await tabTo(page, 'Zoom')
  await page.keyboard.press('ArrowRight')
  await pressOn(page, 'Save photo')
  await page.getByRole('button', { name: 'Change photo' }).waitFor()
  await expect.poll(async () => await focusedName(page)).not.toBe('')
  expect(consoleErrors).toEqual([])
  await context.close()
})
