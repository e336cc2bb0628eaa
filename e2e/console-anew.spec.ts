import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { setCurrencyRates } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { utcDate } from '#rules/utc-date.ts'
import { createBrand } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('links of a report are counted at each look, and those that were shown are blocked and given back', async () => {
  const { headers } = await createMember(site)
  const post = async (url: string, payload: object) => {
    const answer = await site.server.inject({ method: 'POST', url, headers, payload })
    expect(answer.statusCode, answer.body).toBe(201)
  }
  for (const code of ['one-link', 'two-link'])
    await post('/api/v1/shortlinks', { destinationUrl: `${site.origin}/help`, code })
  await post('/support-requests', { topic: 'abuse', message: 'See /s/one-link and /s/two-link.' })
  const colleague = await operatorBearer(site, 'manager', 'mia@crels.example')
  const move = async (act: 'ban' | 'unban') => {
    const path = `/links/two-link/${act}`
    const { status } = await callOperator(site, colleague, {
      method: 'POST',
      path,
      payload: { reason: 'Spam' },
    })
    expect(status).toBe(200)
  }
  const states = async () =>
    (
      await sql<{ state: string }>`
        select state from link where code in ('one-link', 'two-link') order by code`.execute(site.db)
    ).rows.map(({ state }) => state)
  await move('ban')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'abuse')
  const named = page.getByRole('region', { name: 'Links it names' })
  await named.getByText('blocked', { exact: true }).waitFor()
  await move('unban')
  // What stands beside the list was read a moment ago.
  await page.keyboard.press('b')
  const dialog = page.getByRole('dialog', { name: 'Block links' })
  await dialog.getByText('Blocks 2 links of 1 creator').waitFor()
  await dialog.getByText('Their owners are notified by e-mail, and again if you undo it.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await move('ban')
  await page.keyboard.press('b')
  await dialog.getByText('Blocks 1 link of 1 creator').waitFor()
  await move('unban')
  await dialog.getByLabel('Why, for your colleagues').fill('It asks for passwords')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Links of 1 report blocked').waitFor()
  expect(await states()).toEqual(['banned', 'active'])

  await openScreen(page, 'abuse', '?show=all')
  await page.locator('tbody tr').first().click()
  await named.getByText('blocked', { exact: true }).waitFor()
  await page.keyboard.press('u')
  const back = page.getByRole('dialog', { name: 'Give links back' })
  await back.getByText('Gives back 1 link of 1 creator').waitFor()
  await back.getByText('again if you undo it. Visits in between still count.').waitFor()
  await back.getByLabel('Why, for your colleagues').fill('It was another')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Links of 1 report given back').waitFor()
  expect(await states()).toEqual(['active', 'active'])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a rate of a currency says at each look what it takes the place of, and takes the place of that alone', async () => {
  const day = utcDate(site.clock.now())
  const set = async (usdPerUnit: string) =>
    await inTransaction(site.db, async (tx) =>
      setCurrencyRates(tx, testActor, { rates: [{ currency: 'EUR', day, usdPerUnit }] }),
    )
  await set('1.01')
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fitz', { expectedStatuses: [409] })
  await openScreen(page, 'economy')
  const dialog = page.getByRole('dialog', { name: 'Propose another rate' })
  const look = async () => {
    await page
      .getByRole('region', { name: 'Other currencies' })
      .getByRole('button', { name: 'Propose another rate' })
      .click()
    await dialog.getByLabel('US dollars for 1 EUR').fill('1.08')
  }
  const changesFrom = async (rate: string) =>
    await dialog.getByText(`1 EUR changes from $${rate} to $1.08`).waitFor()
  await look()
  await changesFrom('1.01')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await set('1.02')
  await look()
  await changesFrom('1.02')
  await dialog.getByLabel('Reason, kept with the rate').fill('By the list of the bank')
  // One that comes while it is on screen is not what was shown: it is looked at first.
  await set('1.03')
  const submit = dialog.getByRole('button', { name: 'Propose another rate' })
  await submit.click()
  await dialog.getByRole('alert').waitFor()
  await changesFrom('1.03')
  await submit.click()
  await page.getByText('Proposed. It waits under Approvals.').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a link and an endpoint are read again before they are switched off, however long their screen was open', async () => {
  const { headers } = await createMember(site)
  const payload = { destinationUrl: `${site.origin}/help`, code: 'much-used' }
  await site.server.inject({ method: 'POST', url: '/api/v1/shortlinks', headers, payload })
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'links', '?code=much-used')
  await page.getByText('/s/much-used').waitFor()
  for (const last of [1, 2])
    await site.server.inject({
      url: '/s/much-used',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      },
      remoteAddress: `198.51.100.${last}`,
    })
  await site.clicks.flush()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Block the link' }).click()
  await dialog.getByText('it had 2 clicks in 30 days').waitFor()

  const { slug } = await createBrand(site)
  const { body } = await callOperator(site, await operatorBearer(site, 'manager'), {
    method: 'POST',
    path: `/brands/${slug}/webhooks`,
    payload: { url: 'https://hooks.example/in' },
  })
  await openScreen(page, 'webhook', '', { id: body.id as string })
  // It waits for longer than the test runs.
  await sql`
    with message as (
      insert into webhook_message (brand_id, type, body)
      select brand_id, 'webhook.test', '{}' from webhook_endpoint where id = ${body.id} returning id)
    insert into webhook_delivery (message_id, endpoint_id, state, next_attempt_at)
    select id, ${body.id}, 'pending', now() + interval '1 day' from message`.execute(site.db)
  await page.getByRole('button', { name: 'Switch off' }).click()
  await dialog.getByText('1 message that waits counts as failed').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
