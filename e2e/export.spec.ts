import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { unzip } from '#server/member-exports.fixture.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { ageSignIns, createMember } from '#testing/members.ts'
import { goOffline } from '#testing/network.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

test('a member takes their data from the profile, once they proved who they are', async () => {
  const member = await createMember(site, { displayName: 'Ola of the North' })
  await ageSignIns(site, member)
  const { page, context } = await visitAs(member)
  await page.goto('/profile')
  const button = page.getByRole('button', { name: 'Download my data' })
  await button.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Is it you?' })
  await dialog.getByText('To protect your account, enter your password again.').waitFor()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Nothing was downloaded').waitFor()
  await button.press('Enter')
  await dialog.getByLabel('Password', { exact: true }).fill(member.password)
  const download = await downloadOf(page, async () => await page.keyboard.press('Enter'))
  expect(download.suggestedFilename()).toMatch(/^crels-\d{4}-\d\d-\d\d\.zip$/)
  const files = unzip(readFileSync(await download.path()))
  expect(JSON.parse(files.get('profile.json')!)).toMatchObject({ displayName: 'Ola of the North' })
  expect(files.get('README.txt')).toContain(member.email)
  await page.getByText('Your data is in your downloads').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})

test('offers the data before an account is deleted; offline it says so, and tries again', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member, undefined, { withServiceWorker: true })
  await page.goto('/delete-account')
  const button = page.getByRole('button', { name: 'Download my data' })
  await button.waitFor()
  await goOffline(page)
  await button.click()
  await page.getByText('Your data didn’t arrive').waitFor()
  await context.setOffline(false)
  await downloadOf(page, async () => await button.click())
  await page.getByText('Your data is in your downloads').waitFor()
  expect(await page.getByText('Your data didn’t arrive').count()).toBe(0)
  await context.close()
})

test('offers no export before the address is verified: it may belong to another person', async () => {
  const member = await createMember(site, { verified: false })
  const { page, context } = await visitAs(member)
  await page.goto('/delete-account')
  await page.getByRole('button', { name: 'Delete my account for good' }).waitFor()
  expect(await page.getByRole('button', { name: 'Download my data' }).count()).toBe(0)
  await context.close()
})

/** The file that the browser saves because of what `act` does. */
async function downloadOf(page: Page, act: () => Promise<void>): Promise<Download> {
  const saved = page.waitForEvent('download')
  await act()
  return await saved
}
