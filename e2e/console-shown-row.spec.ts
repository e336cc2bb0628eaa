import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { accessibilityViolations } from '#testing/browser.ts'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { newId } from '#server/platform/ids.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

const agent = 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const names = ['Ada One', 'Bea Two', 'Cleo Three', 'Dora Four']

async function name(member: TestMember, as: string): Promise<void> {
  await sql`update member set full_name = ${as}, display_name = ${as} where uid = ${member.uid}`.execute(
    site.db,
  )
}

async function send(url: string, { headers }: TestMember, payload: object) {
  const answer = await site.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to use
  return answer.json() as any
}

/** Applications of four members, the longest wait first; their ids. */
async function apply(): Promise<string[]> {
  const { id: campaignId } = await createCampaign(site, { approval: 'application' })
  for (const who of names) {
    const member = await createMember(site, { profile: completeProfile })
    await name(member, who)
    await send(`/api/v1/campaigns/${campaignId}/enrolment`, member, { message: `I am ${who}.` })
  }
  const { rows } = await sql<{ id: string }>`
    select id from enrolment where campaign_id = ${campaignId} order by applied_at, id`.execute(site.db)
  return rows.map(({ id }) => id)
}

/** Claims of four members, due first first; their ids. */
async function claim(): Promise<string[]> {
  const { id: campaignId } = await createCampaign(site)
  const ids: string[] = []
  for (const who of names) {
    const member = await createMember(site, { profile: completeProfile })
    await name(member, who)
    const { link } = await send(`/api/v1/campaigns/${campaignId}/enrolment`, member, {})
    await site.server.inject({ url: `/s/${link.code}`, headers: { 'user-agent': agent } })
    await site.clicks.flush()
    const { id } = await send('/api/v1/conversion-claims', member, {
      campaignId,
      type: 'sale',
      orderReference: `Order of ${who}`,
      occurredAt: site.clock.now().toISOString(),
      amount: { currency: 'USD', minor: 12_00 },
    })
    ids.push(id as string)
  }
  return ids
}

/** Redemptions of four members, the longest wait first; their ids. */
async function request(): Promise<string[]> {
  const ids: string[] = []
  for (const who of names) {
    const member = await createRedeemer(site)
    await name(member, who)
    ids.push((await redeem(site, member)).id)
  }
  return ids
}

const queues: {
  screen: ConsoleScreen
  role: 'support' | 'finance'
  make: () => Promise<string[]>
  isWaiting: (id: string) => Promise<boolean>
  dialog: string
}[] = [
  {
    screen: 'applications',
    role: 'support',
    make: apply,
    isWaiting: async (id) => (await columnOf('enrolment', 'state', id)) === 'applied',
    dialog: 'Approve',
  },
  {
    screen: 'claims',
    role: 'support',
    make: claim,
    isWaiting: async (id) => (await columnOf('conversion_claim', 'state', id)) === 'open',
    dialog: 'Accept',
  },
  {
    screen: 'redemptions',
    role: 'finance',
    make: request,
    isWaiting: async (id) => (await columnOf('redemption', 'state', id)) === 'requested',
    dialog: 'Approve',
  },
]

async function columnOf(table: string, column: string, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ is: string }>`
    select ${sql.ref(column)} as is from ${sql.table(table)} where id = ${id}`.execute(site.db)
  return rows[0]?.is
}

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' })

/** Whose row is shown. */
const shows = async (page: Page, who: string) =>
  await details(page)
    .getByRole('heading', { name: new RegExp(`${who}$`) })
    .waitFor()

/** Begins the act of a key and says so; answers which of the rows do not wait any more. */
async function decide(
  page: Page,
  { dialog: title, isWaiting }: (typeof queues)[number],
  { ids, who }: { ids: string[]; who: string },
): Promise<number[]> {
  await networkQuiet(page)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: title })
  // It says whose it is before it is confirmed.
  await dialog.getByText(who).first().waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: title, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  const waiting = await Promise.all(ids.map(isWaiting))
  return waiting.flatMap((waits, at) => (waits ? [] : [at]))
}

for (const queue of queues)
  test(`${queue.screen}: keys act on the row that is shown, clicked, moved to or opened by its address`, async () => {
    const ids = await queue.make()
    const { page, context, consoleErrors } = await visitConsole(queue.role, 'Kay', {
      expectedStatuses: [404],
    })
    await openScreen(page, queue.screen)
    const rows = page.locator('tbody tr')
    await expect.poll(async () => await rows.count()).toBe(4)

    // Clicked, and one row on: what is shown goes along, and so does the address.
    await rows.nth(2).locator('td').last().click()
    await shows(page, 'Cleo Three')
    await page.keyboard.press('j')
    await shows(page, 'Dora Four')
    expect(new URL(page.url()).searchParams.get('open')).toBe(ids[3])
    expect(await decide(page, queue, { ids, who: 'Dora Four' })).toEqual([3])
    await expect.poll(async () => await rows.count()).toBe(3)

    // Opened by its address.
    await openScreen(page, queue.screen, `?open=${ids[1]}`)
    await shows(page, 'Bea Two')
    await expect.poll(async () => await rows.nth(1).getAttribute('data-active')).toBe('true')
    expect(await decide(page, queue, { ids, who: 'Bea Two' })).toEqual([1, 3])
    // The next stands in its place.
    await shows(page, 'Cleo Three')

    // What is not there is said, and no key acts on another in its place.
    await openScreen(page, queue.screen, `?open=${ids[3]!.slice(0, 4)}${newId('request').slice(4)}`)
    await details(page).getByText('was not found').waitFor()
    await networkQuiet(page)
    await page.keyboard.press('a')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await expectAccessible(page)
    await details(page).getByRole('button', { name: 'Show the list' }).click()
    await shows(page, 'Ada One')
    expect(consoleErrors).toEqual([])
    await context.close()
  })

test('a row that its list does not show is opened by its address, and keys act on it alone', async () => {
  const ids = await request()
  await site.redemptions.approve({ redemptionId: ids[0]!, actor: testActor })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay', { expectedStatuses: [404] })
  // Approved is what the list shows; the one that is open waits.
  await openScreen(page, 'redemptions', `?state=approved&open=${ids[2]}`)
  await shows(page, 'Cleo Three')
  await expect.poll(async () => await page.locator('tbody tr').count()).toBeGreaterThan(0)
  expect(await page.locator('tbody tr[data-active]').count()).toBe(0)
  const queue = queues.find(({ screen }) => screen === 'redemptions')!
  expect(await decide(page, queue, { ids, who: 'Cleo Three' })).toEqual([0, 2])

  // On a phone it lies over the list, also where there is none.
  await page.setViewportSize({ width: 390, height: 800 })
  await openScreen(page, 'redemptions', `?open=${newId('redemption')}`)
  const drawer = page.getByRole('dialog', { name: 'Details' })
  await drawer.getByText('was not found').waitFor()
  await expectToFit(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await drawer.getByRole('button', { name: 'Show the list' }).click()
  await drawer.waitFor({ state: 'detached' })
  expect(consoleErrors).toEqual([])
  await context.close()
})
