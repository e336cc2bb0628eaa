import type { Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { completeProfile } from '#testing/members.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { askForTaxForms } from '#testing/tax.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

afterEach(async () => await askForTaxForms(site, 'off'))

const field = (page: Page, label: string | RegExp) =>
  page.getByLabel(label, { exact: typeof label === 'string' })

test('a payout that reaches the sum leads to the form and back, and goes on', async () => {
  await askForTaxForms(site, 'us', 150_00)
  const member = await createRedeemer(site)
  const { page, context, consoleErrors } = await visitAs(member, '/crels/exchange')
  const onward = page.getByRole('button', { name: 'Continue' })
  await field(page, 'You receive').fill('149.99')
  await expect.poll(async () => await onward.isDisabled()).toBe(false)
  await field(page, 'You receive').fill('160')
  await page.getByText('With this payout you reach $150.00 in this calendar year.').waitFor()
  expect(await onward.isDisabled(), 'no price is held for nothing').toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'Fill in the tax form' }).click()

  await page.getByRole('heading', { name: 'Tax form', level: 1 }).waitFor()
  // They live in Germany.
  expect(await page.getByRole('radio', { name: /W-8BEN/ }).isChecked()).toBe(true)
  expect(await field(page, 'Name as on your tax return').inputValue()).toBe('Ada Example')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Certify and save' }).click()
  await expect
    .poll(async () => await field(page, 'Street and number').getAttribute('aria-invalid'))
    .toBe('true')
  await page.getByText('Tick this to certify your form').waitFor()
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('street')

  await page.getByRole('radio', { name: /W-9/ }).check()
  await field(page, 'Street and number').fill('1 Main St')
  await field(page, 'Town or city').fill('Reno')
  await page.getByRole('textbox', { name: 'Social Security number (SSN)' }).fill('000-45-6789')
  await page.getByRole('checkbox', { name: 'I certify this' }).check()
  await page.getByRole('button', { name: 'Certify and save' }).click()
  await page.getByText('This can’t be such a number. Check its digits.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Social Security number (SSN)' }).fill('123-45-6789')
  await page.getByRole('button', { name: 'Certify and save' }).click()
  await page.getByText('Your tax form is saved').waitFor()
  await page.getByText('…6789').waitFor()
  expect(await page.content()).not.toMatch(/123-?45-?6789/)
  expect(await accessibilityViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Back to your payout' }).click()
  // As it was typed.
  await expect.poll(async () => await field(page, 'You receive').inputValue()).toBe('160')
  await onward.click()
  await page.getByRole('button', { name: /Cash out \$160/ }).click()
  await page.getByRole('heading', { name: /\$160\.00/ }).waitFor()
  await page.getByRole('link', { name: 'Track status' }).click()
  await page.getByRole('link', { name: /Tax form On file/ }).click()

  // Another one: its number is typed anew.
  await page.getByRole('button', { name: 'Change it' }).click()
  expect(await field(page, 'Street and number').inputValue()).toBe('1 Main St')
  expect(await page.getByRole('textbox', { name: 'Social Security number (SSN)' }).inputValue()).toBe('')
  await page.getByText('Type the whole number again').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('DAC7 asks for what it wants, and without a number for the place of birth', async () => {
  await askForTaxForms(site, 'dac7', 0)
  const member = await createRedeemer(site, { profile: { ...completeProfile, countryOfResidence: 'PT' } })
  const { page, context, consoleErrors } = await visitAs(member, '/crels/exchange')
  await page.getByText('Before the next one we need a tax form from you.').waitFor()
  await page.getByRole('link', { name: 'Fill in the tax form' }).click()
  await field(page, 'Street and number').fill('Rua 1')
  await field(page, 'Town or city').fill('Porto')
  await page.getByRole('checkbox', { name: 'My country gives no tax numbers' }).check()
  await page.getByRole('checkbox', { name: 'I certify this' }).check()
  await page.getByRole('button', { name: 'Certify and save' }).click()
  await expect
    .poll(async () => await page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe('birthPlace')
  await field(page, 'Place of birth (town and country)').fill('Porto, Portugal')
  await page.getByRole('button', { name: 'Certify and save' }).click()
  await page.getByText('Your tax form is saved').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('says so where none is asked for', async () => {
  const member = await createRedeemer(site)
  const { page, context } = await visitAs(member, '/profile/tax-form')
  await page.getByText('Nothing to fill in').waitFor()
  await page.getByRole('link', { name: 'To your profile' }).waitFor()
  await context.close()
})
