import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { buyer, callShop, homeAddress, makeItem } from '#testing/shop.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

async function named(name: string): Promise<TestMember> {
  const member = await createMember(site, { profile: completeProfile })
  await sql`update member set full_name = ${name}, display_name = ${name} where uid = ${member.uid}`.execute(
    site.db,
  )
  return member
}

async function send(url: string, { headers }: TestMember, payload: object = {}) {
  const answer = await site.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBe(201)
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to use
  return answer.json() as any
}

test('an application names who shares a device with the applicant, and leads to them', async () => {
  const [ada, bea] = [await named('Ada L.'), await named('Bea M.')]
  for (const { uid } of [ada, bea])
    await sql`
      insert into member_visitor (uid, visitor, seen_on)
      values (${uid}, decode(repeat('ab', 16), 'hex'), crels_now()::date)`.execute(site.db)
  const campaign = await createCampaign(site, { approval: 'application' })
  await send(`/api/v1/campaigns/${campaign.id}/enrolment`, ada, { message: 'I bake.' })
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'applications')
  await page.locator('tbody tr').getByText('device shared with 1').waitFor()
  await expectAccessible(page)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('link', { name: 'Bea M.' }).click()
  await page.getByRole('heading', { level: 1, name: 'Bea M.' }).waitFor()
  // Their own screen names the other.
  await page.getByRole('link', { name: 'Ada L.' }).waitFor()
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('home counts acts that wait for a second person, and says what is paused', async () => {
  const olga = await operatorBearer(site, 'owner', 'olga@crels.example')
  const finn = await operatorBearer(site, 'finance', 'finn@crels.example')
  await giveFactor(site, finn.operatorId)
  const post = async (path: string, payload: object) => {
    const { status, body } = await callOperator(site, olga, { method: 'POST', path, payload })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  await post('/rate-changes', { usdToCrels: '10.6', reason: 'The market moved.' })
  await post('/pauses/sign-up/pause', { reason: 'A wave of made-up accounts.' })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mo')
  await openScreen(page, 'home')
  await page.getByText('1 paused').waitFor()
  await page.getByText('sign-up', { exact: true }).waitFor()
  const queue = page.getByRole('row', { name: /Acts that wait for a second person/ })
  await queue.getByRole('cell', { name: '1', exact: true }).waitFor()
  await expectAccessible(page)
  await queue.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Second person' }).waitFor()
  await page.goBack()
  await expectToFit(page)
  await post('/pauses/sign-up/resumption', { reason: 'It is over.' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('⌘K leads support to a link, a request and a shop order', async () => {
  const ola = await buyer(site, 1_000)
  const { code } = await send('/api/v1/shortlinks', ola, {
    destinationUrl: `${site.origin}/help`,
    code: 'tea-time',
  })
  const { id } = await send('/support-requests', ola, { topic: 'order', message: 'Where is my mug?' })
  const itemId = await makeItem(site, { title: 'Enamel mug' })
  const wish = { itemId, points: 100, quantity: 1, address: homeAddress }
  const order = await callShop(site, ola, 'POST', '/orders', wish)
  expect(order.status, JSON.stringify(order.body)).toBe(201)
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'home')
  const find = async (text: string, kind: string) => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('textbox').fill(text)
    await dialog.getByRole('button', { name: new RegExp(`${kind}$`) }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await find(code as string, 'Link')
  await page.getByRole('heading', { level: 1, name: 'Links and hosts' }).waitFor()
  await page.getByText('/s/tea-time').waitFor()
  await find(id as string, 'Support request')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('Where is my mug?').last().waitFor()
  await find(order.body.id as string, 'Shop order')
  await details.getByText('Enamel mug').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
