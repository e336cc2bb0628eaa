import sharp from 'sharp'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { createMember } from '#testing/members.ts'
import { goOffline, networkQuiet } from '#testing/network.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

const shots = process.env.SHOTS

test('a new member completes the profile field by field, and home goes on to the next step', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member, '/')
  const steps = page.getByRole('list').filter({ hasText: 'Complete your profile' })
  expect(await steps.getByRole('listitem').first().getAttribute('aria-current')).toBe('step')
  // A missing item leads to its field.
  await page.getByRole('link', { name: 'Date of Birth', exact: true }).click()
  await page.waitForURL('**/profile/info#birthday')
  await page.waitForFunction(() => document.activeElement?.id === 'birthday')

  await page.getByLabel('Date of birth').fill('1990-05-17')
  await page.getByLabel('Full name').fill('Ola Nordmann')
  await page.keyboard.press('Enter')
  await page.getByText('4 of 8').waitFor()
  await page.getByLabel('Gender').selectOption('Prefer not to say')
  // By keyboard: opened, narrowed, chosen; Escape takes back what was typed.
  const country = page.getByRole('combobox', { name: 'Country of residence' })
  const offered = page.getByRole('listbox', { name: 'Country of residence' }).getByRole('option')
  await country.press('ArrowDown')
  await expect.poll(async () => await offered.count()).toBeGreaterThan(200)
  await country.pressSequentially('nor')
  await expect.poll(async () => await offered.first().textContent()).toBe('Norfolk Island')
  expect(await accessibilityViolations(page)).toEqual([])
  await country.press('Escape')
  await expect.poll(async () => await country.inputValue()).toBe('')
  await country.pressSequentially('norw')
  await country.press('Enter')
  await expect.poll(async () => await country.inputValue()).toBe('Norway')
  await page.getByText('Food', { exact: true }).click()
  await page.getByText('Travel', { exact: true }).click()
  await page.getByText('7 of 8').waitFor()

  // The first zone is the browser's, the next one's own.
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await expect.poll(async () => await zone.inputValue()).toBe('Europe/Lisbon')
  await zone.fill('atlantis')
  await page.getByText('No matches').waitFor()
  await zone.press('Tab')
  await expect.poll(async () => await zone.inputValue()).toBe('Europe/Lisbon')
  await zone.fill('oslo')
  await page.getByRole('option', { name: 'Europe/Oslo' }).click()
  await expect.poll(async () => await zone.inputValue()).toBe('Europe/Oslo')

  await page.getByLabel('Platform').selectOption('YouTube')
  await page.getByRole('button', { name: 'Add channel' }).click()
  await page.getByText('Enter your address or handle').waitFor()
  await page.getByLabel('Address or handle').fill('https://www.instagram.com/ola')
  await page.keyboard.press('Enter')
  await page.getByText('This is an address on Instagram').waitFor()
  await page.getByLabel('Address or handle').fill(' @Ola ')
  await page.keyboard.press('Enter')
  await page.getByText('Your profile is complete').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])

  // What was saved is what the server has.
  await page.reload()
  await page.getByText('8 of 8').waitFor()
  await expect.poll(async () => await page.getByLabel('Full name').inputValue()).toBe('Ola Nordmann')
  await expect.poll(async () => await country.inputValue()).toBe('Norway')
  await expect.poll(async () => await zone.inputValue()).toBe('Europe/Oslo')
  await expect
    .poll(
      async () =>
        await page
          .getByRole('group', { name: 'Industries' })
          .getByRole('checkbox', { checked: true })
          .count(),
    )
    .toBe(2)
  await page.getByRole('button', { name: 'Remove YouTube, youtube.com/@ola' }).click()
  await page.getByText('7 of 8').waitFor()

  await page.goto('/')
  await page.getByText('0 of 3 done').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a member chooses what they hear of, by which channel and when; the choices stay', async () => {
  const member = await createMember(site)
  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto('/profile/info#notifications')
  const group = (name: string) => page.getByRole('group', { name, exact: true })
  const mail = group('Points about to expire').getByRole('combobox', { name: 'E-mail' })
  const inbox = group('Campaign news').getByRole('checkbox', { name: 'Inbox' })
  const quiet = page.getByRole('switch', { name: 'Quiet hours' })
  const until = page.getByRole('combobox', { name: 'until' })
  const chosen = async () => [
    await mail.inputValue(),
    await inbox.isChecked(),
    await group('Your account').getByRole('checkbox').count(),
    await quiet.isChecked(),
    await until.inputValue(),
  ]
  await mail.waitFor()
  expect(await chosen()).toEqual(['now', false, 1, true, '8'])
  await mail.selectOption('daily')
  await inbox.press('Space')
  await until.selectOption('10')
  await page.locator('#notifications').getByText('Saved', { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  // Nothing was asked for: this browser cannot, or has to be pressed first.
  expect(await page.evaluate(() => Notification.permission)).not.toBe('granted')
  await page.reload()
  await mail.waitFor()
  expect(await chosen()).toEqual(['daily', true, 1, true, '10'])
  if (shots) await page.screenshot({ path: `${shots}/choices-phone.png`, fullPage: true })

  await goOffline(page)
  await inbox.click()
  await page.getByText('Not saved').waitFor()
  await context.setOffline(false)
  await inbox.click()
  await page.locator('#notifications').getByText('Saved', { exact: true }).waitFor()
  expect(consoleErrors.filter((complaint) => !/ERR_INTERNET_DISCONNECTED/.test(complaint))).toEqual([])
  await context.close()
})

test('a value that is refused, or does not arrive, stays on screen with the reason', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, '/profile/info')

  await page.getByLabel('Date of birth').fill('2100-01-01')
  await page.keyboard.press('Enter')
  await page.getByText('between 1900 and today').waitFor()
  await page.getByLabel('Date of birth').fill(`${new Date().getFullYear() - 12}-01-01`)
  await page.keyboard.press('Enter')
  await page.getByText('at least 13 years old').waitFor()

  await page.getByLabel('Full name').fill('Ola\u200f Nord')
  await page.keyboard.press('Enter')
  await page.getByText('There’s a hidden character in this.').waitFor()

  await goOffline(page)
  await page.getByLabel('Display name').fill('Ola of the North')
  await page.keyboard.press('Enter')
  await page.getByText('Not saved').waitFor()
  await expect.poll(async () => await page.getByLabel('Display name').inputValue()).toBe('Ola of the North')
  await context.setOffline(false)
  await page.getByLabel('Display name').press('Enter')
  await page.getByText('Saved', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByText('of 8').waitFor()
  await expect.poll(async () => await page.getByLabel('Display name').inputValue()).toBe('Ola of the North')
  await context.close()
})

test('a photo is chosen, cut by keyboard and saved; it is shown everywhere, and can be removed', async () => {
  const member = await createMember(site, { displayName: 'Ola' })
  const { page, context, consoleErrors } = await visitAs(member)
  await page.goto('/profile/info')

  const file = page.locator('input[type=file]')
  await file.setInputFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') })
  await page.getByText('We can’t read this file').waitFor()

  // Left half red, right half blue.
  const buffer = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#ff0000' } })
    .composite([
      { input: { create: { width: 450, height: 600, channels: 3, background: '#0000ff' } }, gravity: 'east' },
    ])
    .png()
    .toBuffer()
  await file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer })
  const dialog = page.getByRole('dialog', { name: 'Your photo' })
  await dialog.getByRole('slider', { name: 'Zoom' }).fill('2')
  const cropper = dialog.getByRole('application')
  await cropper.focus()
  // Far enough to see the left half alone; it stops at the edge.
  for (let press = 0; press < 60; press++) await page.keyboard.press('ArrowRight')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save photo' }).press('Enter')
  await page.getByRole('button', { name: 'Change photo' }).waitFor()
  await expect.poll(async () => await dialog.count()).toBe(0)

  const shown = await page.locator('#photoURL img').getAttribute('src')
  const photo = Buffer.from(await (await context.request.get(site.origin + shown)).body())
  const { channels } = await sharp(photo).stats()
  expect(channels[0]!.mean).toBeGreaterThan(200)
  expect(channels[2]!.mean).toBeLessThan(60)
  await page.goto('/profile')
  await page.locator(`img[src="${shown}"]`).first().waitFor()

  await page.goto('/profile/info')
  await page.getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove photo' }).click()
  await page.getByRole('button', { name: 'Add photo' }).waitFor()
  await expect.poll(async () => (await fetch(site.origin + shown)).status).toBe(404)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a photo that fails to upload is kept: offline is shown, and saving again works', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  await page.goto('/profile/info')
  const buffer = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#00ff00' } })
    .jpeg()
    .toBuffer()
  await page.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const save = page.getByRole('button', { name: 'Save photo' })
  await save.waitFor()
  await goOffline(page)
  await save.click()
  await page.getByRole('dialog').getByText('Not saved').waitFor()
  await context.setOffline(false)
  await save.click()
  await page.getByRole('button', { name: 'Change photo' }).waitFor()
  await context.close()
})

test('leaving with unsaved changes asks for confirmation; leaving while they are being saved does not', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  await page.goto('/profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  const name = page.getByLabel('Full name')
  await name.fill('Ola Nordmann')
  await page.goBack()
  await page.waitForURL('**/profile')
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await expect.poll(async () => await name.inputValue()).toBe('Ola Nordmann')

  await name.fill('x'.repeat(121))
  await page.goBack()
  const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(async () => await name.inputValue()).toBe('x'.repeat(121))
  const asked = new Promise<string>((resolve) =>
    page.once('dialog', (box) => void box.accept().then(() => resolve(box.type()))),
  )
  await page.reload()
  expect(await asked).toBe('beforeunload')
  // What asks comes after the screen.
  await networkQuiet(page)
  await name.fill('x'.repeat(121))
  await page.goBack()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL('**/profile')
  await context.close()
})
