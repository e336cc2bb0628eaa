import { expect, test } from 'vitest'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several steps: a busy machine takes its time for it.
const cover = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 9"><rect width="20" height="9" fill="#7a3e00"/></svg>',
)

test('a campaign is written with card, page and costs beside it, funded and published', async () => {
  const brand = await createBrand(site, { name: 'North Roast' })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda', { expectedStatuses: [422] })
  await openScreen(page, 'newCampaign', `?brand=${brand.slug}`)
  await page.getByText('Choose a brand and a category to see it.').waitFor()
  await page.getByLabel('Category').selectOption('food-drink')
  await page.getByLabel('Title').fill('Beans by post')
  await page.getByLabel('Summary').fill('Fresh every week.')
  await page.getByLabel('Leads to').fill('https://north-roast.example/beans')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture' }).click()
  await (await choosing).setFiles({ name: 'cover.svg', mimeType: 'image/svg+xml', buffer: cover })
  await page.getByText('cover.svg').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Crels for 1,000 clicks').fill('210')
  await page.getByText('A fixed amount').click()
  await page.getByLabel('Crels for a sale').fill('84')
  await page.getByLabel('Budget, crels').fill('10500')
  await page.getByText('$1,000.00 at 10.5 crels for a dollar').waitFor()
  // 210 for the clicks and 10 × 84 for the sales of them.
  const forecast = page.getByRole('status', { name: 'Cost forecast' })
  await forecast.getByText('$100.00').waitFor()
  await forecast.getByText('10,000', { exact: true }).waitFor()
  await forecast.getByText('20 days').waitFor()
  await expectAccessible(page)

  const frame = page.frameLocator('iframe')
  await frame.getByText('Beans by post').first().waitFor()
  await frame.getByText('84').first().waitFor()
  await frame.locator('img[src^="blob:"]').first().waitFor()
  await page.getByText('Page', { exact: true }).click()
  await frame.getByRole('button', { name: 'Join campaign' }).waitFor()

  // What is missing is said where it is.
  await page.getByRole('button', { name: '5. Check' }).click()
  await page.getByRole('button', { name: 'Create the draft' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('button', { name: '4. Texts' }).click()
  await page.getByLabel('Terms').fill('## What counts\nEvery bag.')
  await frame.getByText('Every bag.').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Payment behind it').fill('INV-9')
  await page.getByLabel('Publish it at once').check()
  await page.getByRole('button', { name: 'Create and publish it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Beans by post' }).waitFor()
  await page.getByText('Campaign published').waitFor()
  await page.getByText('$1,000.00').first().waitFor()
  await page.getByText('running').first().waitFor()
  await page.locator('img[src^="/files/campaigns/"]').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an edit says what it changes for members, and nothing of it is lost when a colleague was faster', async () => {
  const { id } = await createCampaign(site, { title: 'Deck shoes' })
  const mia = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  const max = await visitConsole('manager', 'Max')
  const begin = async ({ page }: typeof mia, title: string, texts: Record<string, string>) => {
    await openScreen(page, 'editCampaign', '', { id })
    await page.getByRole('heading', { level: 1, name: 'Edit Deck shoes' }).waitFor()
    await page.getByLabel('Title').fill(title)
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label).fill(text)
    await page.getByRole('button', { name: '3. Conditions' }).click()
    await page.getByLabel('Holding period, days').fill('14')
    await page.getByRole('button', { name: '5. Check' }).click()
    await page.getByText(/^Changes: Title, (Summary, |Leads to, )Holding period\.$/).waitFor()
    await page.getByText('0 members keep what they agreed to until they agree to it').waitFor()
    await page.getByLabel('Reason').fill('Shorter')
  }
  await begin(mia, 'Shoes by Mia', { 'Leads to': 'https://shop.example/mia' })
  await expectAccessible(mia.page)
  await begin(max, 'Shoes by Max', { Summary: 'For wet decks.' })
  await max.page.getByRole('button', { name: 'Change it' }).click()
  await max.page.getByRole('heading', { level: 1, name: 'Shoes by Max' }).waitFor()
  await mia.page.getByRole('button', { name: 'Change it' }).click()
  await mia.page
    .getByText(
      'Someone else changed this campaign in the meantime. Your change was not saved. Max did campaign.edit on it at',
    )
    .waitFor()
  // Both chose 14 days, so that only the title is in question; what Max alone wrote stays.
  const theirs = mia.page.getByRole('region', { name: 'What is in force now' })
  await theirs.getByText('Shoes by Max').waitFor()
  expect(await theirs.getByText('For wet decks.').count()).toBe(0)
  await mia.page.getByText(/^Changes: Title, Leads to\.$/).waitFor()
  await expectAccessible(mia.page)
  // A look at what is typed loses none of it.
  await mia.page.getByRole('button', { name: '1. Offer' }).click()
  expect(await mia.page.getByLabel('Title').inputValue()).toBe('Shoes by Mia')
  expect(await mia.page.getByLabel('Summary').inputValue()).toBe('For wet decks.')
  await mia.page.getByRole('button', { name: '5. Check' }).click()
  expect(await mia.page.getByLabel('Reason').inputValue()).toBe('Shorter')
  await mia.page.getByRole('button', { name: 'Save over theirs' }).click()
  await mia.page.getByRole('heading', { level: 1, name: 'Shoes by Mia' }).waitFor()
  await mia.page.getByText('For wet decks.').first().waitFor()
  await mia.page.getByText('https://shop.example/mia').first().waitFor()
  expect([...mia.consoleErrors, ...max.consoleErrors]).toEqual([])
  await mia.context.close()
  await max.context.close()
})

test('a lower cap, fewer places and countries and an earlier end say whom they touch, as they count at once', async () => {
  const { id } = await createCampaign(site, { title: 'Rain coats', perMemberCapCrels: 100_000 })
  const member = await createMember(site)
  const url = `/api/v1/campaigns/${id}/enrolment`
  await site.server.inject({ method: 'POST', url, headers: member.headers })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mo')
  await openScreen(page, 'editCampaign', '', { id })
  await page.getByRole('heading', { level: 1, name: 'Edit Rain coats' }).waitFor()
  await page.getByRole('button', { name: '3. Conditions' }).click()
  await page.getByLabel('Most crels a member earns').fill('1000')
  await page.getByLabel('Most members').fill('1')
  await page.getByLabel('Countries').fill('AT')
  await page.getByLabel('Ends, UTC').fill('2099-01-01T00:00')
  await page.getByRole('button', { name: '5. Check' }).click()
  for (const text of [
    'The cap counts for everyone at once: 0 members have earned 1,000 crels or more in it',
    '0 members and applicants are beyond the new limit',
    '1 member lives in none of these countries, or has not said where',
    /^It ends at .+ for 1 member and 1 link: clicks and sales after that pay nothing\.$/,
  ])
    await page.getByText(text).waitFor()
  // What an undo leaves is said before it is saved, and beside Undo.
  const remains = page.getByText(
    'Clicks, leads and sales refused because of the lower cap before you undo it stay unpaid. If it ends before you undo it,',
  )
  await remains.waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.getByLabel('Reason').fill('Too popular')
  await page.getByRole('button', { name: 'Change it' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rain coats' }).waitFor()
  const done = page.getByRole('alert').filter({ hasText: 'Campaign changed' })
  await done.getByRole('button', { name: 'Undo' }).waitFor()
  await done.filter({ has: remains }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
