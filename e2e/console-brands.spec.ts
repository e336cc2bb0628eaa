import { expect, test } from 'vitest'
import { changeCampaign } from '#server/modules/campaigns/public.ts'
import { editBrand } from '#server/modules/brands/public.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { testActor } from '#testing/operators.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
const logo = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="#0b7255"/></svg>',
)

test('a brand is made, gets a logo, and is suspended and given back', async () => {
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', { expectedStatuses: [409] })
  await openScreen(page, 'brands')
  const make = async (name: string) => {
    await page.getByRole('button', { name: 'New brand' }).click()
    const dialog = page.getByRole('dialog', { name: 'New brand' })
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await dialog.getByLabel('Website').fill('https://north-roast.example')
    await page.keyboard.press('Enter')
    return dialog
  }
  const dialog = await make('North Roast')
  await page.getByRole('heading', { level: 1, name: 'North Roast' }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/console/brands/north-roast')
  await dialog.waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await expectAccessible(page)
  await page.getByText('It has no campaign yet').waitFor()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a logo' }).click()
  await (await choosing).setFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: logo })
  await page.getByText('Logo kept').waitFor()
  await page.locator('img[src^="/files/brands/"]').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  const removing = page.getByRole('dialog', { name: 'Remove' })
  await removing.getByText('The picture is not kept').waitFor()
  await removing.getByRole('button', { name: 'Remove' }).click()
  await removing.waitFor({ state: 'detached' })
  await page.getByText('The letter is drawn again').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  const editing = page.getByRole('dialog', { name: 'Edit' })
  await editing.getByText('Nothing is changed yet.').waitFor()
  await editing.getByLabel('Name', { exact: true }).fill('North Roasters')
  await editing.getByText('Campaigns: 0, not over: 0. Links: 0.').waitFor()
  await expectAccessible(page)
  const theirs = {
    name: 'Northern',
    tagline: '',
    about: '',
    website: 'https://north-roast.example',
    country: 'PT',
  }
  await site.db.transaction().execute(
    async (tx) =>
      await editBrand(tx, testActor, {
        ...theirs,
        slug: 'north-roast',
        colors: { base: '#0b7255', glow: '#ffd066' },
        reason: 'Sooner',
        seen: 1,
      }),
  )
  await editing.getByLabel('Why, for your colleagues').fill('They are more than one')
  await editing.getByRole('button', { name: 'Save' }).click()
  await editing.getByRole('region', { name: 'What is in force now' }).getByText('Northern').waitFor()
  await editing.getByText('Someone else changed this brand in the meantime').waitFor()
  await expectAccessible(page)
  await editing.getByRole('button', { name: 'Save over theirs' }).click()
  await page.getByRole('heading', { level: 1, name: 'North Roasters' }).waitFor()
  await page.getByText('The brand is saved').waitFor()

  await page.getByRole('button', { name: 'Suspend' }).click()
  const suspending = page.getByRole('dialog', { name: 'Suspend' })
  await suspending.getByText('stops 0 campaigns with 0 members in them, and 0 keys').waitFor()
  await suspending.getByText('clicks and sales made then are never paid.').waitFor()
  await expectAccessible(page)
  expect(await suspending.getByRole('button', { name: 'Suspend' }).isDisabled()).toBe(true)
  await suspending.getByLabel('Why, for your colleagues').fill('It does not pay')
  await suspending.getByRole('button', { name: 'Suspend' }).click()
  await page.getByText('1 brand suspended').waitFor()
  await suspending.waitFor({ state: 'detached' })
  await page.getByText('What the brand’s servers report then is refused').waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  const resuming = page.getByRole('dialog', { name: 'Resume' })
  await resuming.getByText('Clicks and sales made in the meantime stay unpaid.').waitFor()
  await resuming.getByText('who joined in between stays.').waitFor()
  await page.keyboard.press('Escape')
  await resuming.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Suspend' }).waitFor()

  // Its slug is taken: said in the dialog, and nothing is lost.
  await openScreen(page, 'brands', '?q=north')
  await page.getByRole('link', { name: 'North Roasters' }).first().waitFor()
  const taken = await make('North Roast')
  await taken.getByText('There is already a brand north-roast.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a campaign is topped up, paused with its effect said, compared and duplicated', async () => {
  const { id } = await createCampaign(site, {
    title: 'Beans by post',
    terms: 'Every sale.\nNo coupons.',
    budgetCrels: 0,
  })
  await site.db.transaction().execute(
    async (tx) =>
      await changeCampaign(
        tx,
        testActor,
        {
          campaignId: id,
          changes: { terms: 'Every sale.\nNo coupons of others.', holdDays: 14 },
          reason: 'Coupons of ours are fine',
        },
        site.config,
      ),
  )
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oda', { expectedStatuses: [409] })
  await openScreen(page, 'campaigns', '?q=beans')
  await page.getByText('Beans by post').click()
  await page.getByRole('heading', { level: 1, name: 'Beans by post' }).waitFor()
  await page.getByRole('heading', { name: 'Versions' }).waitFor()
  await page.getByText('2 differences: members agree to it anew').waitFor()
  await page.getByText('No coupons of others.', { exact: true }).last().waitFor()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Edit from version 1' }).click()
  await page.getByText('Filled in from version 1').waitFor()
  // One that there is not is said, and nothing is filled in from another.
  const { href } = new URL(page.url())
  await page.goto(href.replace('version=1', 'version=99'))
  await page.getByRole('heading', { name: 'There is no version 99 of this campaign' }).waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Versions', exact: true }).click()
  await page.getByRole('heading', { name: 'Versions' }).waitFor()

  const topUp = async () => {
    await page.getByRole('button', { name: 'Top up' }).click()
    const dialog = page.getByRole('dialog', { name: 'Top up' })
    await dialog.getByLabel('Crels').fill('21000')
    await dialog.getByText('$2,000.00 at today’s rate.').waitFor()
    await dialog.getByLabel('Payment behind it').fill('INV-2026-11')
    await dialog.getByRole('button', { name: 'Top up' }).click()
    return dialog
  }
  const first = await topUp()
  await page.getByText('Budget topped up').waitFor()
  await first.waitFor({ state: 'detached' })
  await page.getByText('$2,000.00').first().waitFor()
  const again = await topUp()
  await again.getByText('was put in before: nothing was added.').waitFor()
  await page.keyboard.press('Escape')
  await again.waitFor({ state: 'detached' })

  // Ten times too much was typed: what is free comes out again, and the rest covers no reward.
  const reduce = async (crels: string) => {
    await page.getByRole('button', { name: 'Reduce budget' }).click()
    const dialog = page.getByRole('dialog', { name: 'Reduce budget' })
    await dialog.getByText('Free to take out: 21,000 crels ($2,000.00).').waitFor()
    await dialog.getByLabel('Crels').fill(crels)
    return dialog
  }
  const all = await reduce('20990')
  await all.getByText('20,990 crels ($1,999.04) will be taken out, 10 crels ($0.95) will be left.').waitFor()
  await all.getByText('The rest covers no reward').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await all.waitFor({ state: 'detached' })
  const reducing = await reduce('10500')
  await reducing.getByLabel('Refund or correction behind it').fill('CN-2026-3')
  expect(await reducing.getByRole('button', { name: 'Reduce budget' }).isDisabled()).toBe(true)
  await reducing.getByLabel('Why, for your colleagues').fill('A digit too many')
  await reducing.getByRole('button', { name: 'Reduce budget' }).click()
  await page.getByText('Budget reduced').waitFor()
  await reducing.waitFor({ state: 'detached' })
  const history = page.getByRole('list', { name: 'Budget changes' }).getByRole('listitem')
  await expect
    .poll(async () => await history.allTextContents())
    .toEqual([
      expect.stringContaining('Reduced by 10,500 crels: CN-2026-3'),
      expect.stringContaining('Topped up by 21,000 crels: INV-2026-11'),
    ])

  await page.getByRole('button', { name: 'Pause' }).click()
  const pausing = page.getByRole('dialog', { name: 'Pause' })
  await pausing.getByText('0 members in it, 0 links that answer, $1,000.00 of budget left.').waitFor()
  await expectAccessible(page)
  await pausing.getByLabel('Why, for your colleagues').fill('The shop is away')
  await pausing.getByText('clicks and sales made then are never paid.').waitFor()
  await pausing.getByRole('button', { name: 'Pause' }).click()
  await page.getByText('Campaign paused').waitFor()
  await pausing.waitFor({ state: 'detached' })
  await page.getByText('does not make up for the time in between').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Pause' }).waitFor()

  await page.getByRole('button', { name: 'Duplicate' }).click()
  const copying = page.getByRole('dialog', { name: 'Duplicate' })
  expect(await copying.getByLabel('Title of the copy').inputValue()).toBe('Copy of Beans by post')
  await copying.getByRole('button', { name: 'Duplicate' }).click()
  await page.getByRole('heading', { level: 1, name: 'Copy of Beans by post' }).waitFor()
  await page.getByText('The offer was never changed').waitFor()
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByText('It has no budget').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an act waits for what it touches: no key is faster, and where that failed it is asked again', async () => {
  await createCampaign(site, { title: 'Deck shoes' })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max', { expectedStatuses: [403] })
  const moves: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/state')) moves.push(request.url())
  })
  const refused = Promise.withResolvers<void>()
  const reach = '**/api/v1/operator/campaigns/*/preview'
  await page.route(reach, async (route) => {
    await refused.promise
    await route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'forbidden', detail: 'Not now.', requestId: 'req_1' }),
    })
  })
  await openScreen(page, 'campaigns', '?q=deck')
  await expect.poll(async () => await page.locator('tbody tr').count()).toBe(1)
  await page.keyboard.press('p')
  const dialog = page.getByRole('dialog', { name: 'Pause' })
  const pause = dialog.getByRole('button', { name: 'Pause' })
  const why = dialog.getByLabel('Why, for your colleagues')
  await expect.poll(async () => await why.evaluate((field) => field === document.activeElement)).toBe(true)
  await why.fill('The shop is away')
  expect(await pause.isDisabled()).toBe(true)
  await why.press('ControlOrMeta+Enter')
  refused.resolve()
  await dialog.getByText('Not now.').waitFor()
  expect(await pause.isDisabled()).toBe(true)
  await why.press('ControlOrMeta+Enter')
  await expectAccessible(page)
  expect(moves).toEqual([])

  await page.unroute(reach)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByText('0 members in it, 0 links that answer').waitFor()
  expect(await pause.isDisabled()).toBe(false)
  await pause.press('Enter')
  await page.getByText('Campaign paused').waitFor()
  expect(moves).toHaveLength(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})
