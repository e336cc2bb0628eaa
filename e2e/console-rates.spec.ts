import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { setRate } from '#server/modules/exchange/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { callOperator, operatorBearer, testActor } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('every rate is listed and has a file, and one of before is proposed again', async () => {
  for (const usdToCrels of ['11', '12', '13', '14', '15', '16', '17'])
    await inTransaction(site.db, async (tx) =>
      setRate(tx, testActor, { usdToCrels, confirmed: true, reason: `The market is at ${usdToCrels}` }),
    )
  const { page, context, consoleErrors } = await visitConsole('owner', 'Oskar')
  const dialog = page.getByRole('dialog', { name: 'Propose this rate again' })
  await openScreen(page, 'economy')
  await page.getByText('The market is at 15').waitFor()
  // The last five stand there, and the others behind them.
  expect(await page.getByText('The market is at 11').count()).toBe(0)
  await page.getByRole('button', { name: 'Propose this rate again' }).first().click()
  await expect.poll(async () => await dialog.getByLabel('Crels for $1').inputValue()).toBe('16')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('link', { name: 'All rates' }).click()
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(8)
  await expectAccessible(page)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trimEnd()
    .split('\r\n')
  expect(lines.slice(0, 2).map((line) => line.split(',')[0]!.replace('\u{feff}', ''))).toEqual([
    'Crels for $1',
    '17',
  ])
  expect(lines).toHaveLength(9)

  const select = async (hasText: string) => await rows.filter({ hasText }).getByRole('checkbox').check()
  const propose = page.getByRole('button', { name: 'Propose this rate again' })
  await select('default')
  await select('The market is at 11')
  await propose.click()
  await dialog.getByText('One rate can be proposed at a time').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await rows.filter({ hasText: 'The market is at 11' }).getByRole('checkbox').uncheck()
  await propose.click()
  await dialog.getByText('is worth').waitFor()
  // A third less is typed twice.
  await dialog.getByLabel('The same rate again').fill('10.5')
  await dialog.getByLabel('Reason, kept with the rate').fill('The market is back')
  await dialog.getByRole('button', { name: 'Propose this rate again' }).click()
  await page.getByText('Proposed. It waits under Approvals.').waitFor()
  await expectToFit(page)

  const { body } = await callOperator(site, await operatorBearer(site, 'owner', 'kim@crels.example'), {
    method: 'GET',
    path: '/pending-acts',
  })
  expect(body.items).toMatchObject([{ action: 'rate.set', input: { usdToCrels: '10.5' } }])
  expect(consoleErrors).toEqual([])
  await context.close()
})
