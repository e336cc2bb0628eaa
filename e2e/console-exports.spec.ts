import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('a view is saved, renamed and removed, and is there in another tab', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'conversions', '?status=rejected')
  const menu = async (item: string) => {
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  const save = async (name: string) => {
    await menu('Save view')
    const dialog = page.getByRole('dialog', { name: 'Save view' })
    await dialog.getByLabel('Name of the view').fill(name)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await save('Turned down')
  await openScreen(page, 'conversions', '?status=accepted')
  await save('Paid')

  const other = await context.newPage()
  await openScreen(other, 'conversions')
  await other.getByRole('button', { name: 'Views' }).click()
  await other.getByRole('menuitem', { name: 'Turned down' }).click()
  await expect.poll(() => new URL(other.url()).searchParams.get('status')).toBe('rejected')
  await other.close()

  await menu('Manage views')
  const dialog = page.getByRole('dialog', { name: 'Manage views' })
  const rename = async (from: string, to: string) => {
    const form = dialog.locator('form').filter({ has: page.getByLabel(`Name of ${from}`, { exact: true }) })
    await form.getByRole('textbox').fill(to)
    await form.getByRole('button', { name: 'Rename' }).click()
  }
  await expectAccessible(page)
  await rename('Paid', 'Turned down')
  await dialog.getByText('There is a view “Turned down” already.').waitFor()
  await rename('Paid', 'Paid out')
  await dialog.getByLabel('Name of Paid out').waitFor()
  await dialog.getByRole('button', { name: 'Remove the view Turned down' }).click()
  await dialog.getByLabel('Name of Turned down').waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a file of members is made in the background, downloaded, and removed', async () => {
  const member = await createMember(site)
  // Who signed up is a member with the first page they open.
  await site.server.inject({ url: `/api/v1/users/${member.uid}`, headers: member.headers })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'exports')
  await page.getByText('No file yet').waitFor()
  await expectAccessible(page)
  await page.getByLabel('List').selectOption('Members')
  await page.getByRole('button', { name: 'Create the file' }).click()
  const line = page.getByRole('listitem').filter({ hasText: 'Members' })
  await line.getByText(/\d rows?, until/).waitFor()
  await expectAccessible(page)
  const saved = page.waitForEvent('download')
  await line.getByRole('button', { name: 'Download' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^members-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await file.path(), 'utf8')).toContain(member.email)

  await line.getByRole('button', { name: 'Remove' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove' })
  await removing.getByText(/^The file with its .+ is gone at once/).waitFor()
  await expectAccessible(page)
  await removing.getByRole('button', { name: 'Cancel' }).click()
  await removing.waitFor({ state: 'detached' })
  await line.getByRole('button', { name: 'Remove' }).click()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No file yet').waitFor()

  await openScreen(page, 'audit', '?action=list.export')
  await page.getByRole('button', { name: 'File by job' }).click()
  await page.getByText('The file is being created').waitFor()
  await page.getByRole('link', { name: 'See it' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'action list.export' })
    .getByText(/\d rows?, until/)
    .waitFor()
  await expectToFit(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the file of a table is of what it shows, also where the address says nothing of it', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Ola')
  const begun = async (button = 'File by job') => {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByText('The file is being created').waitFor()
    await page.getByRole('link', { name: 'See it' }).click()
    await page.getByRole('heading', { level: 1, name: 'Files' }).waitFor()
  }
  for (const [screen, query, said] of [
    ['redemptions', '', 'Redemptions · state requested'],
    ['redemptions', '?state=paid&kind=paypal&sort=value', 'Redemptions · kind paypal, state paid'],
    ['support', '?show=mine', 'Support · show mine'],
    ['claims', '', 'Claims · state open'],
    ['review', '?kind=clicks&reason=hosting', 'Click pay under review · reason hosting'],
    ['applications', '', 'Applications · of all rows'],
    ['suppressedAddresses', '?reason=bounce', 'Addresses without mail · reason bounce'],
    ['deletions', '', 'Deletions · show open'],
    ['failedJobs', '', 'Failed runs of jobs · of all rows'],
  ] as const) {
    await openScreen(page, screen, query)
    await begun()
    const file = page.getByRole('listitem').filter({ hasText: said })
    await file.getByText(/\d rows?, until/).waitFor()
    await file.getByRole('button', { name: 'Remove' }).click()
    const removing = page.getByRole('dialog', { name: 'Remove' })
    await removing.getByText(said).waitFor()
    await removing.getByRole('button', { name: 'Remove' }).click()
    await file.waitFor({ state: 'detached' })
  }
  await openScreen(page, 'links')
  await expectAccessible(page)
  await begun('File of links by job')
  await page.getByRole('listitem').filter({ hasText: 'Links · of all rows' }).waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})
