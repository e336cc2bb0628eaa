import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember } from '#testing/members.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { steerReads } from './console-reads.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

/** One row of each queue below, so that none is empty. */
async function fillQueues(): Promise<void> {
  await redeem(site, await createRedeemer(site))
  const member = await createMember(site, { profile: completeProfile })
  const campaign = await createCampaign(site, { approval: 'application' })
  for (const [url, payload] of [
    [`/api/v1/campaigns/${campaign.id}/enrolment`, { message: 'I bake.' }],
    ['/support-requests', { topic: 'payout', message: 'My payout has not arrived.' }],
  ] as const) {
    const answer = await site.server.inject({ method: 'POST', url, headers: member.headers, payload })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  await sql`update support_request set waiting_since = crels_now() - interval '52 hours'`.execute(site.db)
}

/** Where the list begins on a wide window and on a phone. */
async function topsOf(page: Page): Promise<number[]> {
  const tops: number[] = []
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 1_000 })
    tops.unshift((await page.getByRole('search').boundingBox())!.y)
  }
  return tops
}

test('a queue says that nothing waits only where that was counted: not before, nor where it could not be', async () => {
  await fillQueues()
  const { page, context } = await visitConsole('owner', 'Olga')
  const rows = page.locator('tbody tr')
  for (const [screen, none, failed, counted] of [
    ['applications', 'Nothing waits', 'The count could not be read', /^1 waiting · oldest/],
    ['redemptions', 'Nothing waits', 'The count could not be read', /^1 waiting · oldest/],
    ['payouts', 'No approved redemption waits for a run', 'The count could not be read', null],
    [
      'support',
      'No message waits for an answer',
      'The count and the time limit could not be read',
      /^1 waiting · oldest/,
    ],
  ] as const satisfies readonly (readonly [ConsoleScreen, string, string, RegExp | null])[]) {
    const counts = await steerReads(page, '**/api/v1/operator/home', 'hold')
    await openScreen(page, screen)
    if (counted !== null) await expect.poll(async () => await rows.count(), { message: screen }).toBe(1)
    await expect.poll(counts.heldCount).toBeGreaterThan(0)
    expect(await page.getByText(none, { exact: true }).count(), screen).toBe(0)
    const [wide, narrow] = await topsOf(page)
    counts.fail()
    await page.getByText(failed, { exact: true }).waitFor({ timeout: 30_000 })
    expect(await page.getByText(none, { exact: true }).count(), screen).toBe(0)
    expect(await topsOf(page), screen).toEqual([wide, narrow])
    await expectAccessible(page)
    counts.pass()
    await page.reload()
    if (counted !== null) await page.getByText(counted).waitFor()
    if (screen === 'support') await rows.getByText('over 1 d').waitFor()
    expect(await page.getByText(failed, { exact: true }).count(), screen).toBe(0)
    expect(await topsOf(page), screen).toEqual([wide, narrow])
  }
  await context.close()
})

test('home says of worker, failed runs and doctor that they could not be read, and reads them again', async () => {
  const { page, context } = await visitConsole('support', 'Sam')
  const again = [
    await steerReads(page, '**/api/v1/operator/system', 'fail'),
    await steerReads(page, '**/api/v1/operator/system/findings*', 'fail'),
  ]
  await openScreen(page, 'home')
  const stat = (name: string) => page.locator('[data-bad]').filter({ hasText: name })
  const names = ['Worker', 'Failed runs', 'Doctor']
  for (const name of names)
    await stat(name).getByText('This could not be loaded').waitFor({ timeout: 30_000 })
  await expectAccessible(page)
  for (const { pass } of again) pass()
  for (const name of ['Worker', 'Doctor']) await stat(name).getByRole('button', { name: 'Try again' }).click()
  await expect.poll(async () => await page.getByText('This could not be loaded').count()).toBe(0)
  for (const name of names) await page.locator('dt', { hasText: name }).waitFor()
  await context.close()
})

test('the cards of a first run say what could not be read, and read it again', async () => {
  const { page, context } = await visitConsole('owner', 'Oda')
  const again = [
    await steerReads(page, '**/api/v1/operator/setup', 'fail'),
    await steerReads(page, '**/api/v1/operator/setup/demo', 'fail'),
  ]
  await openScreen(page, 'home')
  const failed = page.getByText('This could not be loaded')
  for (const name of ['Before the first creator earns', 'Demo data']) {
    const card = page.getByRole('region', { name })
    await card.filter({ has: failed }).waitFor({ timeout: 30_000 })
    await expectAccessible(page)
    again.shift()!.pass()
    await card.getByRole('button', { name: 'Try again' }).click()
    await card.filter({ has: failed }).waitFor({ state: 'detached' })
  }
  await page.getByRole('listitem').filter({ hasText: 'Name the site' }).waitFor()
  await context.close()
})

test('views of a list that could not be read are no empty menu', async () => {
  const { page, context } = await visitConsole('manager', 'Mia')
  const views = await steerReads(page, '**/api/v1/operator/views*', 'fail')
  await openScreen(page, 'conversions')
  await page.getByRole('button', { name: 'Views' }).click()
  const failed = page.getByRole('menuitem', { name: 'Your views could not be loaded. Try again' })
  await failed.waitFor({ timeout: 30_000 })
  views.pass()
  await failed.click()
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('menuitem', { name: 'Save view' }).waitFor()
  await context.close()
})

test.each([
  [
    'the operators of the log',
    'audit',
    '**/api/v1/operator/operators',
    'The operators could not be read, so the log cannot be filtered by them now.',
  ],
  ['the topics of a question', 'newFaqEntry', '**/api/v1/operator/faq', 'The topics could not be read.'],
  [
    'the zone of the figures',
    'insight',
    '**/api/v1/operator/site',
    'The site’s time zone could not be read, so days are in UTC now.',
  ],
] as const)('%s say that they could not be read, and are read again', async (_, screen, address, said) => {
  const { page, context } = await visitConsole('owner', 'Oona')
  const read = await steerReads(page, address, 'fail')
  await openScreen(page, screen)
  const alert = page.getByRole('alert').filter({ hasText: said })
  await alert.waitFor({ timeout: 30_000 })
  await expectAccessible(page)
  read.pass()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await alert.waitFor({ state: 'detached' })
  const name = { audit: 'By', newFaqEntry: 'Topic', insight: 'Days of' }[screen]
  const options = page.getByRole('combobox', { name, exact: true }).getByRole('option')
  await expect.poll(async () => await options.count()).toBeGreaterThan(1)
  await context.close()
})

test('days of a list are of no zone before the zone is known', async () => {
  const { page, context } = await visitConsole('owner', 'Ola')
  for (const screen of ['exports', 'audit'] as const) {
    const zone = await steerReads(page, '**/api/v1/operator/site', 'hold')
    await openScreen(page, screen)
    if (screen === 'exports') await page.getByLabel('List').selectOption('Members')
    await page.getByLabel('From (…)').waitFor()
    zone.fail()
    await page.getByLabel('From (time zone could not be read)').waitFor({ timeout: 30_000 })
    await expectAccessible(page)
    if (screen === 'exports') {
      // Those of the ledger are of UTC whatever the site says.
      await page.getByLabel('List').selectOption('Ledger entries')
      await page.getByLabel('From (UTC)').waitFor()
    }
    zone.pass()
    await page.reload()
    if (screen === 'exports') await page.getByLabel('List').selectOption('Members')
    await page.getByLabel('From (UTC)').waitFor()
  }
  await context.close()
})
