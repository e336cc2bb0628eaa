import { sql } from 'kysely'
import pg from 'pg'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { networkQuiet } from '#testing/network.ts'
import { createMember } from '#testing/members.ts'
import { operatorBearer } from '#testing/operators.ts'
import { buyer, callShop, homeAddress, makeItem } from '#testing/shop.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
async function write(payload: object): Promise<string> {
  const member = await createMember(site)
  const answer = await site.server.inject({
    method: 'POST',
    url: '/support-requests',
    headers: member.headers,
    payload: { topic: 'payout', ...payload },
  })
  expect(answer.statusCode, answer.body).toBe(201)
  await sql`update member set display_name = 'Sun K.' where uid = ${member.uid}`.execute(site.db)
  return (answer.json() as { id: string }).id
}

const stateOf = async (id: string) =>
  (await sql<{ state: string }>`select state from support_request where id = ${id}`.execute(site.db)).rows[0]
    ?.state

test('a request is taken, answered by keyboard, closed and reopened; one of a colleague is a conflict', async () => {
  const old = await write({ message: 'My payout has not arrived since Monday.' })
  const taken = await write({ message: 'Which countries do you pay to?' })
  const other = await write({ message: 'Thank you, it is there now.' })
  await sql`update support_request set waiting_since = crels_now() - interval '52 hours' where id = ${old}`.execute(
    site.db,
  )
  const { page, context, consoleErrors, operatorId } = await visitConsole('support', 'Sam', {
    expectedStatuses: [409],
  })
  await openScreen(page, 'home')
  const queue = page.getByRole('row', { name: /Support requests/ })
  await queue.getByText('over 1 d').waitFor()
  await queue.getByRole('link').click()
  await page.getByRole('heading', { name: 'Support' }).waitFor()
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(3)
  await rows.first().getByText('over 1 d').waitFor()
  // The whole message is beside the list.
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('My payout has not arrived since Monday.').waitFor()
  await expectAccessible(page)

  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Take' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('It is yours').waitFor()
  await rows.first().getByText('you', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Answer' })
  await dialog.getByRole('textbox', { name: 'Answer' }).fill('It left today.\n\nTomorrow it is there.')
  expect(await page.getByRole('dialog').count()).toBe(1)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Answer sent').waitFor()
  expect(await stateOf(old)).toBe('answered')
  await expect.poll(async () => await rows.count()).toBe(2)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // What a colleague took meanwhile is not answered a second time.
  const { headers } = await operatorBearer(site, 'support', 'mia@crels.example')
  const took = await site.server.inject({
    method: 'POST',
    url: `/api/v1/operator/support-requests/${taken}/take`,
    headers,
    payload: { from: null },
  })
  expect(took.statusCode).toBe(200)
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Close' }).getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('mia works on this: take it over first.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  expect(await stateOf(taken)).toBe('open')
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  // Closed, and back by the button of the message that says so.
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await page.getByRole('dialog', { name: 'Close' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 request closed').waitFor()
  expect(await stateOf(other)).toBe('closed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(async () => await stateOf(other)).toBe('open')

  await page.getByRole('combobox', { name: 'Show' }).selectOption('All')
  await expect.poll(async () => await rows.count()).toBe(3)
  await page.getByText('answered').first().waitFor()
  await page.getByRole('combobox', { name: 'Show' }).selectOption('Mine')
  await page.getByText('Nothing matches these filters').waitFor()
  const acts = await sql<{ action: string }>`
    select action from audit_entry where operator_id = ${operatorId} and action like 'support.%' order by seq`.execute(
    site.db,
  )
  expect(acts.rows.map(({ action }) => action)).toEqual([
    'support.assign',
    'support.answer',
    'support.close',
    'support.reopen',
  ])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an answer that is refused stays as it was typed, and goes out once what came meanwhile is read', async () => {
  const member = await createMember(site)
  const say = async (url: string, payload: object) => {
    const { headers } = member
    const answer = await site.server.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode, answer.body).toBe(201)
    return (answer.json() as { id: string }).id
  }
  const id = await say('/support-requests', { topic: 'payout', message: 'Where is my payout?' })
  const { page, context, consoleErrors } = await visitConsole('support', 'Sal', {
    expectedStatuses: [409, 503],
  })
  await openScreen(page, 'support', `?open=${id}`)
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Answer' })
  const text = 'A long answer.\n\nIt took a while to write.'
  const box = dialog.getByRole('textbox', { name: 'Answer' })
  await box.fill(text)
  await dialog.getByText('The last message: “Where is my payout?”').waitFor()
  await say(`/api/v1/support-requests/${id}/messages`, { message: 'It is there, but too little.' })
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').getByText('The asker wrote again meanwhile').waitFor()
  await dialog.getByText('The last message: “It is there, but too little.”').waitFor()
  expect([await box.inputValue(), await stateOf(id)]).toEqual([text, 'open'])
  await expectAccessible(page)

  // Neither does a server that is not ready take it.
  const answers = `**/support-requests/${id}/answer`
  await page.route(answers, async (route) => await route.fulfill({ status: 503, body: '' }))
  await page.keyboard.press('Control+Enter')
  await dialog.getByRole('alert').getByText('No answer came').waitFor()
  expect(await box.inputValue()).toBe(text)
  await page.unroute(answers)
  await page.keyboard.press('Control+Enter')
  await page.getByText('Answer sent').waitFor()
  expect(await stateOf(id)).toBe('answered')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('pictures are beside the message that they came with, and open large', async () => {
  const uploaded = await site.server.inject({
    method: 'POST',
    url: '/support-requests/pictures',
    headers: { 'content-type': 'image/png' },
    payload: await sharp({ create: { width: 900, height: 600, channels: 3, background: '#0a0' } })
      .png()
      .toBuffer(),
  })
  expect(uploaded.statusCode, uploaded.body).toBe(201)
  const id = await write({ message: 'It looks like this.', pictures: [uploaded.json().id as string] })
  const { page, context, consoleErrors, operatorId } = await visitConsole('support', 'Sia')
  await openScreen(page, 'support', `?open=${id}`)
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByText('It looks like this.').last().waitFor()
  const small = details.getByRole('button', { name: 'Open picture 1' })
  await small.waitFor()
  await expectAccessible(page)
  await small.click()
  const large = page.getByRole('dialog', { name: 'Picture 1' }).getByRole('img', { name: 'Picture 1' })
  await large.waitFor()
  await expect
    .poll(async () => await large.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBe(900)
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  const views = await sql<{ action: string }>`
    select action from audit_entry where operator_id = ${operatorId} and action = 'member.view'`.execute(
    site.db,
  )
  expect(views.rows).toHaveLength(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a report of abuse shows what it names, blocks it with its reach said first, and takes it back', async () => {
  const owner = await createMember(site)
  const made = await site.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers: owner.headers,
    payload: { destinationUrl: `${site.origin}/help`, code: 'free-money' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const reported = await write({ topic: 'abuse', message: 'See /s/free-money: it asks for my password.' })
  const vague = await write({ topic: 'abuse', message: 'Somebody is unkind to me here.' })
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue', { expectedStatuses: [409] })
  await openScreen(page, 'abuse')
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(2)
  const links = page.getByRole('region', { name: 'Links it names' })
  await links.getByText('/s/free-money').waitFor()
  await expectAccessible(page)

  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Block links' })
  await dialog.getByText('Blocks 1 link of 1 creator, with 0 clicks in 30 days').waitFor()
  await dialog.getByLabel('Why, for your colleagues').fill('It asks for passwords')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Links of 1 report blocked').waitFor()
  const linkState = async () =>
    (await sql<{ state: string }>`select state from link where code = 'free-money'`.execute(site.db)).rows[0]
  expect([await linkState(), await stateOf(reported)]).toEqual([{ state: 'banned' }, 'closed'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect
    .poll(async () => [await linkState(), await stateOf(reported)])
    .toEqual([{ state: 'active' }, 'open'])

  // Long after the message, among all.
  await expect.poll(async () => await rows.count()).toBe(2)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'free-money' }).click()
  await links.getByText('/s/free-money').waitFor()
  await networkQuiet(page)
  await page.keyboard.press('b')
  await dialog.getByText('Blocks 1 link of 1 creator, with 0 clicks in 30 days').waitFor()
  await dialog.getByLabel('Why, for your colleagues').fill('It asks for passwords')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect.poll(async () => await stateOf(reported)).toBe('closed')
  await openScreen(page, 'abuse', '?show=all')
  await rows.filter({ hasText: 'free-money' }).click()
  await links.getByText('/s/free-money').waitFor()
  await networkQuiet(page)
  await page.keyboard.press('u')
  const back = page.getByRole('dialog', { name: 'Give links back' })
  await back.getByText('Gives back 1 link of 1 creator, with 0 clicks in 30 days').waitFor()
  await back.getByLabel('Why, for your colleagues').fill('It was another')
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Links of 1 report given back').waitFor()
  expect([await linkState(), await stateOf(reported)]).toEqual([{ state: 'active' }, 'open'])
  await openScreen(page, 'abuse')
  await expect.poll(async () => await rows.count()).toBe(2)

  // One that names nothing is dismissed.
  await rows.first().getByText('free-money').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.getByText('It names no link of this site.').waitFor()
  await page.keyboard.press('d')
  await page.getByRole('dialog', { name: 'Dismiss' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 request closed').waitFor()
  expect(await stateOf(vague)).toBe('closed')
  // What a colleague took meanwhile is not taken back, and that is said.
  const { headers } = await operatorBearer(site, 'support', 'mia@crels.example')
  const url = `/api/v1/operator/support-requests/${vague}/take`
  await site.server.inject({ method: 'POST', url, headers, payload: { from: null } })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await page.getByText('mia works on this: take it over first.').waitFor()
  expect(await stateOf(vague)).toBe('closed')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an order is sent with its carrier, its address shown on demand, and another cancelled', async () => {
  const ola = await buyer(site, 1_000)
  const itemId = await makeItem(site, { title: 'Enamel mug' })
  const ids: string[] = []
  for (const quantity of [1, 2]) {
    const wish = { itemId, points: 100, quantity, address: homeAddress }
    const placed = await callShop(site, ola, 'POST', '/orders', wish)
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    ids.push(placed.body.id as string)
  }
  const orderOf = async (id: string) =>
    (
      await sql<{ state: string; carrier: string | null }>`
        select state, carrier from shop_order where id = ${id}`.execute(site.db)
    ).rows[0]
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'orders')
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(2)
  const details = page.getByRole('complementary', { name: 'Details' })
  expect(await details.getByText(homeAddress.street).count()).toBe(0)
  await details.getByRole('button', { name: 'Show the address' }).click()
  await details.getByText(homeAddress.street).waitFor()
  await expectAccessible(page)

  await page.keyboard.press('s')
  const dialog = page.getByRole('dialog', { name: 'Mark as sent' })
  await dialog.getByLabel('Sent with').fill('DHL')
  await dialog.getByLabel('Tracking address').fill('https://dhl.example/1')
  await page.keyboard.press('Enter')
  await page.getByText('1 order sent').waitFor()
  expect(await orderOf(ids[0]!)).toEqual({ state: 'fulfilled', carrier: 'DHL' })
  await expect.poll(async () => await rows.count()).toBe(1)
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.keyboard.press('c')
  const cancelling = page.getByRole('dialog', { name: 'Cancel the order' })
  await cancelling.getByText('Returns 200 points').waitFor()
  await cancelling.getByText('We cannot get this item any more.').click()
  await cancelling.getByRole('button', { name: 'Cancel the order' }).click()
  await page.getByText('1 order cancelled').waitFor()
  expect(await orderOf(ids[1]!)).toEqual({ state: 'cancelled', carrier: null })
  await page.getByText('No order waits to be sent').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

/** As the owner of the tables. */
async function asOwner(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: site.databaseUrl })
  await client.connect()
  await client.query(text)
  await client.end()
}

test('a deletion whose step fails says which, is taken, and goes on at once', async () => {
  const member = await createMember(site)
  const asked = { topic: 'privacy', message: 'What do you keep of me?' }
  const { headers } = member
  await site.server.inject({ method: 'POST', url: '/support-requests', headers, payload: asked })
  await asOwner(`
    create function full_disk() returns trigger language plpgsql as $$ begin raise exception 'disk full'; end $$;
    create trigger full_disk before delete on support_request for each row execute function full_disk()`)
  const left = await site.server.inject({
    method: 'DELETE',
    url: `/api/v1/users/${member.uid}`,
    headers: member.headers,
    payload: { confirmation: member.email },
  })
  expect(left.statusCode, left.body).toBeLessThan(300)
  const failedStep = async () =>
    (
      await sql<{ step: string | null }>`
        select failed_step as step from deletion where uid = ${member.uid}`.execute(site.db)
    ).rows[0]?.step
  await site.jobs.run('erase-members').catch(() => undefined)
  await expect.poll(failedStep).toBe('support')
  await sql`update deletion set requested_at = now() - interval '3 hours' where uid = ${member.uid}`.execute(
    site.db,
  )
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'deletions')
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(1)
  await rows.first().getByText('over 2 h').waitFor()
  await page.getByText('the step “support” fails').first().waitFor()
  expect(await page.getByText(member.email).count()).toBe(0)
  await expectAccessible(page)
  await page.keyboard.press('t')
  await page.getByRole('dialog', { name: 'Take' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('It is yours').waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await asOwner('drop trigger full_disk on support_request')
  await page.keyboard.press('r')
  await page.getByRole('dialog', { name: 'Continue now' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('The job runs now').waitFor()
  const acts = await sql<{ action: string }>`
    select action from audit_entry where action like 'deletion.%' order by seq`.execute(site.db)
  expect(acts.rows.map(({ action }) => action)).toEqual(['deletion.assign', 'deletion.retry'])
  await site.jobs.run('erase-members')
  await page.reload()
  await page.getByText('No deletion is stuck').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
