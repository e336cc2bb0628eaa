import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { visit } from '#testing/browser.ts'
import { createBrand, createCampaign } from '#testing/campaigns.ts'
import { mailsTo } from '#testing/members.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

test('an owner of an empty installation is led to what it needs, and names the site', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  const card = page.getByRole('region', { name: 'Before the first creator earns' })
  const step = (name: string) => card.getByRole('listitem').filter({ hasText: name })
  await step('Start the first campaign').getByRole('link', { name: 'New campaign' }).waitFor()
  await expectAccessible(page)

  await step('See that mails arrive').getByRole('button', { name: 'Send a test mail' }).click()
  await step('See that mails arrive')
    .getByText(/Did it arrive\?/)
    .waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 1_000 })
  const question = step('See that mails arrive').getByText(/Did it arrive/)
  expect((await question.boundingBox())!.x).toBeGreaterThanOrEqual(0)
  await page.setViewportSize({ width: 1_280, height: 1_000 })
  expect(await step('See that mails arrive').getByText('Done', { exact: true }).count()).toBe(0)
  await step('See that mails arrive').getByRole('button', { name: 'Yes, it arrived' }).click()
  await step('See that mails arrive').getByText('Done', { exact: true }).waitFor()
  await step('See that mails arrive').getByRole('button', { name: 'Send another test mail' }).waitFor()
  const { rows } = await sql<{ email: string }>`select email from operator`.execute(site.db)
  expect((await mailsTo(site, rows[0]!.email))[0]?.subject).toBe('A test mail from Crels')

  await step('Choose your time zone').getByRole('link', { name: 'Another' }).click()
  const zone = page.getByLabel('Time zone of operators')
  // Arrow keys choose one zone after the other: each of them would have been set.
  for (const chosen of ['Asia/Tbilisi', 'Asia/Tehran', 'Asia/Tokyo']) await zone.selectOption(chosen)
  const { rows: zones } = await sql`select from site_value where name = 'site.zone'`.execute(site.db)
  expect(zones).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Times for operators are in Asia/Tokyo from now on').waitFor()
  await openScreen(page, 'audit')
  await page.getByLabel('From (Asia/Tokyo)').waitFor()
  await openScreen(page, 'home')
  await step('Choose your time zone').getByText('Done', { exact: true }).waitFor()

  // The name that ships is kept by a press alone, and so is the mark.
  await step('Name the site').getByRole('button', { name: 'Keep “Crels”' }).click()
  await step('Name the site').getByText('Done', { exact: true }).waitFor()
  await step('Give it a logo').getByRole('link', { name: 'Upload one' }).waitFor()
  await step('Give it a logo').getByRole('button', { name: 'Later' }).click()
  await step('Give it a logo').getByText('Done', { exact: true }).waitFor()
  await expectAccessible(page)
  await step('Say who runs the site').getByRole('link', { name: 'Fill it in' }).click()
  await page.getByRole('heading', { level: 1, name: 'Site' }).waitFor()
  const save = async (label: string, value: string) => {
    await page.getByLabel(label, { exact: true }).fill(value)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Saved. Every page says it from now on.').last().waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor({ state: 'detached' })
  }
  await save('Name', 'Beanstalk')
  await save('Company or person', 'Beanstalk GmbH')
  await save('Contact for legal matters', 'legal@beanstalk.example')
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#f00' } })
    .png()
    .toBuffer()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Upload a logo' }).click()
  await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  await page.getByRole('button', { name: 'Remove it' }).waitFor()
  await expectAccessible(page)

  const visitor = await visit(browser, site.origin)
  await visitor.page.goto('/faq')
  await expect.poll(async () => await visitor.page.title()).toContain('Beanstalk')

  // What was said before can be said again.
  await save('Name', 'Beanstock')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Beanstalk by Olga' })
    .getByRole('button', { name: 'Restore this value' })
    .click()
  await expect.poll(async () => await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Beanstalk')

  const brand = await createBrand(site)
  await createCampaign(site, { brandId: brand.id })
  await openScreen(page, 'home')
  await step('Start the first campaign').getByText('Done', { exact: true }).waitFor()
  await step('Say who runs the site').getByText('Done', { exact: true }).waitFor()
  await step('Invite a second operator').getByRole('link', { name: 'Invite' }).waitFor()
  expect([consoleErrors, visitor.consoleErrors]).toEqual([[], []])
  await Promise.all([context.close(), visitor.context.close()])
})

test('two operators on one line: what was typed stays, beside who was faster', async () => {
  const one = await visitConsole('owner', 'Ona')
  const two = await visitConsole('manager', 'Tom')
  for (const { page } of [one, two]) {
    await openScreen(page, 'site')
    await page.getByLabel('Postal address', { exact: true }).waitFor()
  }
  await two.page.getByLabel('Postal address', { exact: true }).fill('2 Second Street')
  await one.page.getByLabel('Postal address', { exact: true }).fill('1 First Street')
  await one.page.getByRole('button', { name: 'Save', exact: true }).click()
  await one.page.getByText('Saved. Every page says it from now on.').waitFor()
  await two.page.getByRole('button', { name: 'Save', exact: true }).click()
  await two.page
    .getByText(
      /Someone else changed this in the meantime\. Your change was not saved\. Ona did site\.set on it/,
    )
    .waitFor()
  expect(await two.page.getByLabel('Postal address', { exact: true }).inputValue()).toBe('2 Second Street')
  // Without another load, and with nothing typed lost, theirs is given way to or saved over.
  const theirs = two.page.getByRole('region', { name: 'What is in force now' })
  await theirs.getByText('1 First Street').waitFor()
  await expectAccessible(two.page)
  await two.page.getByRole('button', { name: 'Save over theirs' }).click()
  await two.page.getByText('Saved. Every page says it from now on.').waitFor()
  await theirs.waitFor({ state: 'detached' })
  const address = async () =>
    (
      await sql<{ value: string }>`
        select value from site_value where name = 'operator.address' order by id desc limit 1`.execute(
        site.db,
      )
    ).rows[0]?.value
  expect(await address()).toBe('2 Second Street')
  // It is undone whole: what they had set is there again.
  await two.page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(address).toBe('1 First Street')

  // Of the zone as well, and theirs may be taken.
  const zoneOf = ({ page }: typeof one) => page.getByLabel('Time zone of operators')
  await one.page.reload()
  await two.page.reload()
  await zoneOf(two).selectOption('Asia/Tbilisi')
  await zoneOf(one).selectOption('Asia/Tehran')
  await one.page.getByRole('button', { name: 'Save', exact: true }).click()
  await one.page.getByText('Times for operators are in Asia/Tehran from now on').waitFor()
  await two.page.getByRole('button', { name: 'Save', exact: true }).click()
  await theirs.getByText('Asia/Tehran').waitFor()
  expect(await zoneOf(two).inputValue()).toBe('Asia/Tbilisi')
  await two.page.getByRole('button', { name: 'Save over theirs' }).waitFor()
  await two.page.getByRole('button', { name: 'Take theirs' }).click()
  await expect.poll(async () => await zoneOf(two).inputValue()).toBe('Asia/Tehran')
  await theirs.waitFor({ state: 'detached' })

  // Of the logo as well: the second upload is refused, and shows the first.
  const png = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer()
  const upload = async ({ page }: typeof one, button: string) => {
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: button }).click()
    await (await chooser).setFiles({ name: 'logo.png', mimeType: 'image/png', buffer: png })
  }
  await upload(one, 'Upload another')
  await one.page.getByText('The site has its logo').waitFor()
  await upload(two, 'Upload another')
  await two.page
    .getByText(
      /Someone else changed the logo in the meantime\. Your change was not saved\. Ona did site\.set on it/,
    )
    .waitFor()
  await upload(two, 'Upload another')
  await two.page.getByText('The site has its logo').waitFor()
  await Promise.all([one.context.close(), two.context.close()])
})
