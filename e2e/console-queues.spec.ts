import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCampaign } from '#testing/campaigns.ts'
import { completeProfile, createMember, type TestMember } from '#testing/members.ts'
import { callOperator, giveFactor, operatorBearer } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
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

test('the numbers of a campaign lead to its applications and its members; many are declined by D with a template', async () => {
  const [cake, tea] = [
    await createCampaign(site, { title: 'Bake a cake', approval: 'application' }),
    await createCampaign(site, { title: 'Pour the tea', approval: 'application' }),
  ]
  const applicants = [await named('Cal C.'), await named('Dot D.')]
  for (const one of applicants)
    for (const { id } of [cake, tea]) await send(`/api/v1/campaigns/${id}/enrolment`, one, { message: 'Hi.' })
  const { page, context, consoleErrors } = await visitConsole('support', 'Tom')
  const rows = page.locator('tbody tr')
  const decide = async (key: string, name: string, done: string, fill = async () => {}) => {
    await page.getByRole('checkbox', { name: 'Select all rows that are shown' }).check()
    await page.keyboard.press(key)
    const dialog = page.getByRole('dialog', { name })
    await fill()
    await dialog.getByRole('button', { name, exact: true }).click()
    await page.getByText(done).waitFor()
    await dialog.waitFor({ state: 'detached' })
  }
  await openScreen(page, 'campaign', '', { id: cake.id })
  await page.getByRole('link', { name: '2 wait' }).click()
  await page.getByRole('heading', { level: 1, name: 'Applications' }).waitFor()
  const choice = page
    .getByRole('combobox', { name: 'Campaign' })
    .or(page.getByRole('textbox', { name: 'Campaign' }))
  await expect.poll(async () => await choice.inputValue()).toBe('Bake a cake')
  await expect.poll(async () => await rows.count()).toBe(2)
  await expectAccessible(page)
  const template = 'The campaign has all the creators it needs.'
  await decide('d', 'Decline', '2 applications declined', async () => {
    await page.getByRole('dialog').getByText(template).click()
  })

  // Another one is chosen by its name.
  await choice.fill('pour')
  await page.getByRole('option', { name: 'Pour the tea' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('campaignId')).toBe(tea.id)
  await expect.poll(async () => await rows.count()).toBe(2)
  await decide('a', 'Approve', '2 applications approved')
  const { rows: kept } = await sql<{ title: string; state: string; reason: string | null }>`
    select c.title, e.state, e.reason from enrolment e join campaign c on c.id = e.campaign_id
    where c.id in (${cake.id}, ${tea.id}) order by 1`.execute(site.db)
  expect(kept).toEqual([
    ...[1, 2].map(() => ({ title: 'Bake a cake', state: 'declined', reason: template })),
    ...[1, 2].map(() => ({ title: 'Pour the tea', state: 'active', reason: null })),
  ])

  await openScreen(page, 'campaign', '', { id: tea.id })
  await page.getByRole('link', { name: 'See the members: 2' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members of the campaign' }).waitFor()
  await page.getByRole('link', { name: 'Cal C.' }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  // Who may not make files of lists reads them here.
  expect(await page.getByRole('button', { name: 'Export CSV' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Dot D.' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dot D.' }).waitFor()
  await openScreen(page, 'campaignMembers', '?state=declined', { id: cake.id })
  await expect.poll(async () => await rows.getByText('Declined').count()).toBe(2)
  expect(await page.getByRole('button', { name: 'File by job' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()

  const { page: mias, context: hers, operatorId } = await visitConsole('manager', 'Mia')
  await openScreen(mias, 'campaignMembers', '', { id: tea.id })
  const [file] = await Promise.all([
    mias.waitForEvent('download'),
    mias.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toMatch(
    /^\u{feff}Member,Enrolment,State,Joined,Applied on,Earned,Links\r\nusr_\w+,enr_\w+,active,/u,
  )
  // Not the addresses of many, and who took it is known.
  expect(text).not.toContain('@')
  const { rows: taken } = await sql<{ target: string }>`
    select target from audit_entry where action = 'list.export' and operator_id = ${operatorId}`.execute(
    site.db,
  )
  expect(taken).toHaveLength(1)
  await openScreen(mias, 'campaignMembers', '?state=declined', { id: cake.id })
  await mias.getByRole('button', { name: 'File by job' }).click()
  await mias.getByText('The file is being created').waitFor()
  const { rows: files } = await sql`select list, filters from operator_export`.execute(site.db)
  expect(files).toEqual([{ list: 'campaign-members', filters: { state: 'declined', campaign: cake.id } }])
  await hers.close()
})

test('home counts acts that wait for a second person, and says what is paused', async () => {
  const olga = await operatorBearer(site, 'owner', 'olga@crels.example')
  const finn = await operatorBearer(site, 'finance', 'finn@crels.example')
  await giveFactor(site, finn.operatorId)
  const post = async (path: string, payload: object) => {
    const { status, body } = await callOperator(site, olga, { method: 'POST', path, payload })
    expect(status, JSON.stringify(body)).toBeLessThan(300)
  }
  await post('/rate-changes', { usdToCrels: '10.6', seen: '10.5', reason: 'The market moved.' })
  await post('/pauses/sign-up/pause', { reason: 'A wave of made-up accounts.' })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mo')
  await openScreen(page, 'home')
  await page.getByText('1 paused').waitFor()
  await page.getByText('sign-up', { exact: true }).waitFor()
  const queue = page.getByRole('row', { name: /Acts that wait for a second person/ })
  await queue.getByRole('cell', { name: '1', exact: true }).waitFor()
  await expectAccessible(page)
  await queue.getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: 'Approvals' }).waitFor()
  // The list of what was counted, in words that its filter has.
  const state = page.getByRole('combobox', { name: 'State' })
  await expect.poll(async () => await state.inputValue()).toBe('to_approve')
  await page.getByRole('row', { name: /Another rate/ }).waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await page.goBack()
  await expectToFit(page)
  await post('/pauses/sign-up/resumption', { reason: 'It is over.' })
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('home shows support counts and ages, and the dollars to who may read of money', async () => {
  await redeem(site, await createRedeemer(site))
  const columns = async (role: 'support' | 'finance', name: string) => {
    const { page, context, consoleErrors } = await visitConsole(role, name)
    await openScreen(page, 'home')
    const row = page.getByRole('row', { name: /Redemptions/ }).first()
    await row.waitFor()
    await expectAccessible(page)
    const shown = await page.getByRole('columnheader').allTextContents()
    const text = (await row.textContent()) ?? ''
    // It leads where its reader may go, and to nothing that is refused.
    expect(await row.getByRole('link').count()).toBe(role === 'finance' ? 1 : 0)
    expect(consoleErrors).toEqual([])
    await context.close()
    return [shown, text.includes('$')]
  }
  expect(await columns('support', 'Sal')).toEqual([['Queue', 'Waiting', 'Oldest'], false])
  expect(await columns('finance', 'Fin')).toEqual([['Queue', 'Waiting', 'Oldest', 'Worth'], true])
})

test('⌘K leads support to a claim by its order, open or answered', async () => {
  const member = await named('Cleo C.')
  const { id: campaignId } = await createCampaign(site)
  await send(`/api/v1/campaigns/${campaignId}/enrolment`, member)
  const { id } = await send('/api/v1/conversion-claims', member, {
    campaignId,
    type: 'sale',
    orderReference: 'CLEO 1',
    occurredAt: site.clock.now().toISOString(),
    amount: { currency: 'USD', minor: 12_00 },
  })
  const { page, context, consoleErrors } = await visitConsole('support', 'Cas')
  await openScreen(page, 'home')
  const details = page.getByRole('complementary', { name: 'Details' })
  const find = async () => {
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog', { name: 'Search' })
    await dialog.getByRole('combobox').fill('CLEO 1')
    await dialog.getByRole('option', { name: /Claim$/ }).click()
    await dialog.waitFor({ state: 'detached' })
    await details.getByRole('heading', { name: 'CLEO 1' }).waitFor()
  }
  await find()
  await details.getByRole('button', { name: /Accept/ }).waitFor()
  const sam = await operatorBearer(site, 'support', 'sam@crels.example')
  const payload = { ids: [id as string], answer: 'The brand has no such order.' }
  await callOperator(site, sam, { method: 'POST', path: '/claims/decline', payload })
  await openScreen(page, 'home')
  await find()
  await details.getByText('The brand has no such order.').waitFor()
  await details.getByText('declined', { exact: true }).waitFor()
  expect(await details.getByRole('button', { name: /Accept|Decline|Ask/ }).count()).toBe(0)
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('⌘K says that it searches, that nothing was found and that it failed; Enter opens nothing found for an earlier text', async () => {
  for (const name of ['Eve Early', 'Iva Late']) await named(name)
  const { page, context } = await visitConsole('support', 'Sid')
  await openScreen(page, 'home')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  const field = dialog.getByRole('combobox')
  const said = dialog.getByRole('status')
  await said.getByText('A screen, a member').waitFor()
  await field.fill('no such thing at all')
  await said.getByText('Nothing found.').waitFor()
  await field.fill('Eve Early')
  await dialog.getByRole('option', { name: /Eve Early.*Member$/ }).waitFor()
  // Slow: what was found before is not what Enter goes to.
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/operator/search?*', async (route) => {
    await held
    await route.continue()
  })
  await field.fill('Iva Late')
  await said.getByText('Searching …').waitFor()
  await page.keyboard.press('Enter')
  expect(await dialog.getByRole('option', { name: /Eve Early/ }).count()).toBe(0)
  await expectAccessible(page)
  answer()
  await dialog.getByRole('option', { name: /Iva Late.*Member$/ }).waitFor()
  await page.unroute('**/api/v1/operator/search?*')
  await page.route('**/api/v1/operator/search?*', async (route) => await route.abort())
  await field.fill('Eve')
  await said.getByText('The search failed.').waitFor({ timeout: 30_000 })
  await expectAccessible(page)
  await page.unroute('**/api/v1/operator/search?*')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('option', { name: /Eve Early.*Member$/ }).waitFor()
  await field.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Eve Early' }).waitFor()
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
    await dialog.getByRole('combobox').fill(text)
    await dialog.getByRole('option', { name: new RegExp(`${kind}$`) }).click()
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
