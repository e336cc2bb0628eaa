import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { putCampaignPicture } from '#server/modules/campaigns/public.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testActor } from '#testing/operators.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const cover = (colour: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 9"><rect width="20" height="9" fill="${colour}"/></svg>`,
  )

test('a cover is drawn again, and a picture comes back by Undo or from its version while it is kept', async () => {
  const { id, title } = await createCampaign(site, { title: 'Deck shoes' })
  await putCampaignPicture(
    site.db,
    testActor,
    { campaignId: id, bytes: cover('#7a3e00'), reason: 'a test' },
    { files: site.files, destinations: site.config },
  )
  const shown = async () => {
    const { rows } = await sql<{ url: string | null }>`
      select cover_url as url from campaign where id = ${id}`.execute(site.db)
    return rows[0]!.url
  }
  const first = await shown()
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  const save = async () => {
    await page.getByRole('button', { name: '5. Check' }).click()
    await page.getByText('Changes: Cover.', { exact: true }).waitFor()
    await page.getByLabel('Reason').fill('Another look')
    await page.getByRole('button', { name: 'Change it' }).click()
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()
  }
  await openScreen(page, 'editCampaign', '', { id })
  const field = page.getByRole('group', { name: 'Cover' })
  await field.getByText('uploaded').waitFor()
  await field.getByRole('button', { name: 'Use the drawn cover' }).click()
  await field.getByText('drawn from the brand’s colours').waitFor()
  await field.getByRole('button', { name: 'Keep the current one' }).click()
  await field.getByText('uploaded').waitFor()
  await field.getByRole('button', { name: 'Use the drawn cover' }).click()
  await expectAccessible(page)
  await save()
  expect(await shown()).toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await shown()).toBe(first)
  await page.locator(`img[src="${first}"]`).waitFor()

  // Replaced, and put back from the version that showed it.
  await openScreen(page, 'editCampaign', '', { id })
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await choosing).setFiles({ name: 'cover.svg', mimeType: 'image/svg+xml', buffer: cover('#003e7a') })
  await page.getByRole('button', { name: '5. Check' }).click()
  await page.getByText(/The picture shown now is kept for a week/).waitFor()
  await save()
  expect(await shown()).not.toBe(first)
  await openScreen(page, 'editCampaign', '?version=2', { id })
  await page.getByText('Filled in from version 2, except the start.').waitFor()
  await field.getByText('from the earlier version').waitFor()
  await expectAccessible(page)
  await save()
  expect(await shown()).toBe(first)

  // Of one that is gone it is said.
  await sql`update stored_file set since = since - interval '8 days' where state = 'dropped'`.execute(site.db)
  await openScreen(page, 'editCampaign', '?version=5', { id })
  await page.getByText(/except the start and the picture, which is not kept any more/).waitFor()
  await page.getByRole('button', { name: '5. Check' }).click()
  await page.getByText('Nothing has changed.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an edit whose picture was refused is taken back whole once another picture is sent', async () => {
  const { id } = await createCampaign(site, { title: 'Sun hats', summary: 'For the garden.' })
  const offer = async () => {
    const { rows } = await sql<{ title: string; summary: string; url: string | null }>`
      select title, summary, cover_url as url from campaign where id = ${id}`.execute(site.db)
    return rows[0]!
  }
  const before = await offer()
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max', { expectedStatuses: [422] })
  await openScreen(page, 'editCampaign', '', { id })
  const choose = async (buffer: Buffer) => {
    const choosing = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a picture' }).click()
    await (await choosing).setFiles({ name: 'cover.svg', mimeType: 'image/svg+xml', buffer })
  }
  const step = async (name: string) => await page.getByRole('button', { name }).click()
  await page.getByLabel('Title', { exact: true }).fill('Straw hats')
  await choose(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><!ENTITY'))
  await step('5. Check')
  await page.getByLabel('Reason').fill('Of straw')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await offer()).toMatchObject({ title: 'Straw hats', url: null })
  await step('1. Offer')
  await choose(cover('#7a3e00'))
  await step('5. Check')
  await page.getByText('Changes: Cover.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Straw hats', exact: true }).waitFor()
  expect((await offer()).url).not.toBeNull()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone').waitFor()
  expect(await offer()).toEqual(before)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a picture that has to go is erased, the one that is shown and one from before', async () => {
  const { id } = await createCampaign(site, { title: 'Rain coats' })
  const put = async (colour: string) => {
    await putCampaignPicture(
      site.db,
      testActor,
      { campaignId: id, bytes: cover(colour), reason: 'a test' },
      { files: site.files, destinations: site.config },
    )
    const { rows } = await sql<{ url: string }>`
      select cover_url as url from campaign where id = ${id}`.execute(site.db)
    return rows[0]!.url
  }
  const [first, second] = [await put('#7a3e00'), await put('#003e7a')]
  const statusOf = async (url: string) => (await fetch(new URL(url, site.origin))).status
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200])
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mel')
  await openScreen(page, 'campaign', '', { id })
  const other = await createCampaign(site, { title: 'Rubber boots' })
  await sql`update campaign set cover_url = ${second} where id = ${other.id}`.execute(site.db)
  const erase = async (url: string, choice: string, others: string[] = []) => {
    await page.getByRole('button', { name: 'Erase a picture' }).click()
    const dialog = page.getByRole('dialog', { name: 'Erase a picture' })
    await dialog.getByLabel('Picture').selectOption({ label: choice })
    await dialog.locator(`img[src="${url}"]`).waitFor()
    await dialog.getByText('cannot be brought back').waitFor()
    expect(await dialog.getByRole('listitem').allTextContents()).toEqual(others)
    await expectAccessible(page)
    await dialog.getByLabel('Why, for your colleagues').fill('Its photographer did not agree')
    await dialog.getByRole('button', { name: 'Erase a picture' }).click()
    await page.getByText('Picture erased').last().waitFor()
    await dialog.waitFor({ state: 'detached' })
    await site.jobs.run('remove-dropped-files')
    expect(await statusOf(url)).toBe(404)
  }
  await erase(first, 'shown before (version 2)')
  expect(await statusOf(second)).toBe(200)
  await erase(second, 'shown now (version 3)', [`Rubber boots ${other.id}`])
  await page.getByText('drawn from the brand’s colours').first().waitFor()
  await page.getByRole('button', { name: 'Erase a picture' }).waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})
