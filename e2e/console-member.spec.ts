import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { createRedeemer, redeem } from '#testing/redeemers.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
vi.setConfig({ testTimeout: 150_000 })

test('a member is found, looked at, noted on, paid nothing for a while, and disabled with what that touches; it is undone', async () => {
  const member = await createRedeemer(site)
  await redeem(site, member)
  const { page, context, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'home')
  await page.keyboard.press('Control+k')
  await page.getByRole('textbox', { name: 'Search' }).fill(member.email)
  await page.getByRole('dialog').getByRole('button', { name: member.email }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
  await page.getByText('Nothing stands out').waitFor()
  await page.getByRole('region', { name: 'Redemptions' }).getByText('requested').waitFor()
  await page.getByRole('row', { name: /10,000/ }).waitFor()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  const ask = async (act: string, reason: string) => {
    await page.getByRole('button', { name: act, exact: true }).click()
    await dialog.getByRole('textbox').fill(reason)
    await dialog.getByRole('button', { name: act, exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  await ask('Add a note', 'Called her on Monday.')
  const acts = page.getByRole('region', { name: 'Operators' })
  await acts.getByText('Called her on Monday.').waitFor()
  await ask('Stop payouts', 'Two accounts, one bank.')
  await page.getByText(/Payouts stopped until/).waitFor()
  await page.getByRole('button', { name: 'Allow payouts' }).waitFor()

  await page.getByRole('button', { name: 'Disable', exact: true }).click()
  // What it touches is counted first.
  await dialog.getByText(/^1, \$/).waitFor()
  await dialog.getByRole('textbox').fill('Sold clicks.')
  await dialog.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.getByText('Disabled', { exact: true }).waitFor()
  expect(await stateOf(member.uid)).toBe('disabled')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  expect(await stateOf(member.uid)).toBe('active')

  await page.setViewportSize({ width: 390, height: 844 })
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  expect(overflows).toBe(false)
  expect(consoleErrors).toEqual([])
  await context.close()
})

async function stateOf(uid: string): Promise<string | undefined> {
  const { rows } = await sql<{ state: string }>`select state from member where uid = ${uid}`.execute(site.db)
  return rows[0]?.state
}
