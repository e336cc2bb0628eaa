import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { clickTime } from '#server/modules/clicks/public.ts'
import { accessibilityViolations } from '#testing/browser.ts'
import { createBrandKey, createCampaign } from '#testing/campaigns.ts'
import { createMember, mailsTo, type TestMember } from '#testing/members.ts'
import { operatorBearer, testActor } from '#testing/operators.ts'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
const agent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'

async function send(method: 'GET' | 'POST', url: string, headers: Record<string, string>, payload?: object) {
  const response = await site.server.inject({ method, url, headers, payload })
  expect(response.statusCode, response.body).toBeLessThan(400)
  // oxlint-disable-next-line typescript/no-explicit-any -- whatever the endpoint answers, for a test to use
  return response.json() as any
}

/** A member in a new campaign, whose link a person followed just now. */
async function followed(saleCrels: number): Promise<{
  member: TestMember
  campaignId: string
  key: { authorization: string }
  clickId: string
  code: string
}> {
  const member = await createMember(site)
  const { id: campaignId, brandId } = await createCampaign(site, { sale: { crels: saleCrels } })
  const { link } = await send('POST', `/api/v1/campaigns/${campaignId}/enrolment`, member.headers)
  const visit = await site.server.inject({ url: `/s/${link.code}`, headers: { 'user-agent': agent } })
  const clickId = new URL(visit.headers.location as string).searchParams.get('crels_click')!
  await site.clicks.flush()
  const key = { authorization: `Bearer ${await createBrandKey(site, brandId)}` }
  return { member, campaignId, key, clickId, code: link.code as string }
}

/** A sale in the moment of its click, which goes under review; answers its id. */
async function underReview(eventId: string, saleCrels: number): Promise<string> {
  const { key, clickId } = await followed(saleCrels)
  const occurredAt = new Date(clickTime(clickId)).toISOString()
  const amount = { currency: 'USD', minor: 100_00 }
  const sale = { eventId, clickId, type: 'sale', amount, occurredAt }
  const reported = await send('POST', '/api/v1/conversions', key, sale)
  expect(reported.status).toBe('under_review')
  return reported.id
}

async function appeal(conversionId: string, message: string): Promise<void> {
  await sql`
    insert into appeal (earning_id, uid, message)
    select id, uid, ${message} from earning where conversion_id = ${conversionId}`.execute(site.db)
}

const statusOf = async (table: 'conversion' | 'conversion_claim', column: 'status' | 'state', id: string) =>
  (
    await sql<{ is: string }>`
      select ${sql.ref(column)} as is from ${sql.table(table)} where id = ${id}`.execute(site.db)
  ).rows[0]?.is

/** Waits until a dialog that was answered is gone: its keys are its own. */
const closed = async (page: Page) => await page.getByRole('dialog').waitFor({ state: 'detached' })

test('conversions are shown from click to report, accepted by keyboard and rejected in bulk', async () => {
  const ids = [
    await underReview('order-small', 50),
    await underReview('order-large', 500),
    await underReview('order-middle', 120),
  ]
  const { page, context, consoleErrors } = await visitConsole('support', 'Sam')
  await openScreen(page, 'review')
  const rows = page.locator('tbody tr')
  // The most valuable first.
  await expect.poll(async () => await rows.locator('b').first().textContent()).toBe('order-large')
  const details = page.getByRole('complementary', { name: 'Details' })
  const steps = details.getByRole('list', { name: 'From click to report' })
  await steps.getByText('Click').first().waitFor()
  await steps.getByText('Reported').waitFor()
  await expectAccessible(page)

  // What a member explains is a view of its own, with their words.
  await appeal(ids[2]!, 'My sister had the page open.')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Appeals' }).click()
  await expect.poll(async () => await rows.count()).toBe(1)
  await rows.first().getByText('order-middle').waitFor()
  await rows.first().getByText('appealed').waitFor()
  await details.getByText('My sister had the page open.').first().waitFor()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Appeal' }).selectOption('Appeal: Any')
  await expect.poll(async () => await rows.count()).toBe(3)
  await rows.first().getByText('order-large').waitFor()

  await page.keyboard.press('a')
  await page.getByRole('dialog', { name: 'Accept' }).getByText('Accepts 1: 500 crels').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 accepted').waitFor()
  expect(await statusOf('conversion', 'status', ids[1]!)).toBe('accepted')
  await expect.poll(async () => await rows.count()).toBe(2)
  await closed(page)

  await page.keyboard.press('Shift+X')
  await page.getByText('2 selected').waitFor()
  await page.keyboard.press('r')
  const dialog = page.getByRole('dialog', { name: 'Reject' })
  await dialog
    .getByText('Rejects 2 for good: 170 crels less for 2 members. They can’t be appealed.')
    .waitFor()
  // Of the two one appealed: the answer is theirs, and the reason of both.
  await dialog.getByRole('combobox', { name: 'Reason' }).selectOption('Reported twice')
  await dialog
    .getByRole('textbox', { name: 'Answer to the appeal' })
    .fill('It is the order of the day before.')
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('2 rejected').waitFor()
  const rejected = await sql<Record<'id' | 'status' | 'reason' | 'answer', string | null>>`
    select c.id, c.status, c.reason, a.answer from conversion c
      join earning e on e.conversion_id = c.id left join appeal a on a.earning_id = e.id
    where c.id in (${ids[0]}, ${ids[2]}) order by a.answer nulls first`.execute(site.db)
  const decided = { status: 'rejected', reason: 'duplicate' }
  expect(rejected.rows).toEqual([
    { id: ids[0], ...decided, answer: null },
    { id: ids[2], ...decided, answer: 'It is the order of the day before.' },
  ])
  await page.getByText('Nothing is under review').first().waitFor()

  // Another kind is another list, at an address of its own.
  await page.getByRole('combobox', { name: 'What' }).selectOption('Click pay')
  await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('clicks')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an appeal is accepted with an answer, which is asked for where there is one and mailed to its member', async () => {
  const id = await underReview('order-appealed', 90)
  await appeal(id, 'It was a present for my sister.')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sol')
  await openScreen(page, 'review', '?appeal=yes')
  await page.locator('tbody tr').first().getByText('order-appealed').waitFor()
  await page.keyboard.press('a')
  const dialog = page.getByRole('dialog', { name: 'Accept' })
  await dialog.getByText('Accepts 1: 90 crels').waitFor()
  const field = dialog.getByRole('textbox', { name: 'Answer to the appeal' })
  await expect.poll(async () => await field.evaluate((one) => one === document.activeElement)).toBe(true)
  // It can be left empty.
  expect(await dialog.getByRole('button', { name: 'Accept' }).isEnabled()).toBe(true)
  await page.keyboard.type('Thank you, the order is genuine.')
  await expectAccessible(page)
  await expectToFit(page)
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 accepted').waitFor()
  const { rows } = await sql<{ state: string; answer: string; email: string }>`
    select a.state, a.answer, m.email from appeal a join earning e on e.id = a.earning_id join member m on m.uid = a.uid
    where e.conversion_id = ${id}`.execute(site.db)
  expect(rows).toMatchObject([{ state: 'granted', answer: 'Thank you, the order is genuine.' }])
  await expect
    .poll(async () => (await mailsTo(site, rows[0]!.email)).map(({ text }) => text).join('\n'))
    .toContain('The answer: Thank you, the order is genuine.')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('claims show the click that matches; one is accepted, one declined with an answer', async () => {
  const { member, campaignId, code } = await followed(84)
  await sql`update member set display_name = 'Tea T.' where uid = ${member.uid}`.execute(site.db)
  await site.server.inject({ url: `/s/${code}`, headers: { 'user-agent': agent } })
  await site.clicks.flush()
  const claim = async (orderReference: string) =>
    (
      await send('POST', '/api/v1/conversion-claims', member.headers, {
        campaignId,
        type: 'sale',
        orderReference,
        occurredAt: site.clock.now().toISOString(),
        amount: { currency: 'USD', minor: 49_90 },
      })
    ).id as string
  const first = await claim('TEA-1001')
  const second = await claim('TEA-1002')
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'claims')
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(2)
  await rows.first().getByText('TEA-1001').waitFor()
  expect(await rows.first().getByText('none', { exact: true }).count()).toBe(0)
  await page.getByRole('complementary', { name: 'Details' }).getByText('$49.90').waitFor()
  await expectAccessible(page)

  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('list', { name: 'Matching clicks (2)' }).getByText('would be paid for').waitFor()
  await details.getByRole('link', { name: 'Tea T.' }).waitFor()

  await page.keyboard.press('a')
  const accepting = page.getByRole('dialog', { name: 'Accept' })
  await accepting.getByLabel('Amount').fill('a lot')
  expect(await accepting.getByRole('button', { name: 'Accept' }).isDisabled()).toBe(true)
  // What the brand says it was, by its own id.
  await accepting.getByLabel('The brand’s order id').fill('ORD-77')
  await accepting.getByLabel('Amount').fill('39.90')
  await accepting.getByLabel('Answer to the member').fill('We found it.')
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Control+Enter')
  await page.getByText('1 claim accepted').waitFor()
  expect(await statusOf('conversion_claim', 'state', first)).toBe('accepted')
  const recorded = await sql<{ eventId: string; minor: number }>`
    select v.event_id as "eventId", v.sale_usd_cents as minor
    from conversion v join conversion_claim c on c.conversion_id = v.id where c.id = ${first}`.execute(
    site.db,
  )
  expect(recorded.rows).toEqual([{ eventId: 'ORD-77', minor: 39_90 }])
  await expect.poll(async () => await rows.count()).toBe(1)
  await closed(page)

  await page.keyboard.press('d')
  const declining = page.getByRole('dialog', { name: 'Decline' })
  // Nobody is declined without a word.
  expect(await declining.getByRole('button', { name: 'Decline' }).isDisabled()).toBe(true)
  await declining.getByText('The order was cancelled or returned.').click()
  await declining.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('1 claim declined').waitFor()
  expect(await statusOf('conversion_claim', 'state', second)).toBe('declined')
  await page.getByText('No claim waits').first().waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a payout run goes from its approval to its end: file, results, one that came back, and closing', async () => {
  const ids: string[] = []
  for (let made = 0; made < 2; made += 1) {
    const { id } = await redeem(site, await createRedeemer(site), { usdCents: 20_00 })
    await site.redemptions.approve({ redemptionId: id, actor: testActor })
    ids.push(id)
  }
  const { headers } = await operatorBearer(site, 'owner', 'pavel@crels.example')
  const { run } = await send('POST', '/api/v1/operator/payout-runs', headers, { format: 'paypal' })
  const { page, context, consoleErrors } = await visitConsole('finance', 'Fay')
  await openScreen(page, 'payout', '', { id: run.id as string })
  await page.getByText('Draft · 2 payments · $40.00').waitFor()
  await expectAccessible(page)
  const act = async (name: string) => {
    await page.locator('#content').getByRole('button', { name, exact: true }).click()
    const dialog = page.getByRole('dialog', { name })
    await dialog.waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await dialog.getByRole('button', { name, exact: true }).last().click()
  }
  await act('Approve')
  await page.getByText('Run approved').waitFor()
  await closed(page)
  await act('Create the file')
  await page.getByText('The file is being created').waitFor()
  await closed(page)

  const file = async (number: number) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Download file ${number}` }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer)
    const lines = Buffer.concat(chunks).toString().trimEnd().split('\r\n').slice(1)
    return lines.map((line) => line.split(',')[3]!)
  }
  const [one, two] = await file(1)
  const take = async (name: string, rows: string[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Import results' }).click(),
    ])
    const text = ['Reference ID,Transaction status,Reason', ...rows].join('\n')
    await chooser.setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  }
  await take('results.csv', [`${one},Completed,`, `${two},Failed,Account is limited`, 'unknown,Completed,'])
  await page.getByText('1 paid · 1 came back · 0 pending · 1 refused').waitFor()
  await page.getByText('Account is limited').waitFor()
  await expectAccessible(page)

  // What came back goes into the next file, by another operator than who said so.
  const other = await visitConsole('finance', 'Uma')
  await other.page.goto(page.url())
  await other.page.getByRole('combobox', { name: 'State' }).selectOption('Came back')
  await expect.poll(async () => await other.page.locator('tbody tr').count()).toBe(1)
  await other.page.keyboard.press('t')
  await other.page.getByRole('dialog', { name: 'Try again' }).getByText('1 payment of $20.00').waitFor()
  await other.page.keyboard.press('Enter')
  await other.page.getByText('1 payment goes into the next file').waitFor()
  await other.context.close()
  await page.reload()
  await page.getByText('Account is limited').waitFor()
  await act('Create the next file')
  await page.getByRole('button', { name: 'Download file 2' }).waitFor()
  await closed(page)
  const [again] = await file(2)
  await take('second.csv', [`${again},Completed,`])
  await page.getByText('1 paid · 0 came back · 0 pending · 0 refused').waitFor()
  await act('Close')
  await page.getByText('Run closed: it agrees with the ledger').waitFor()
  for (const id of ids) expect((await site.redemptions.show(id)).state).toBe('paid')
  expect(consoleErrors).toEqual([])
  await context.close()
})
