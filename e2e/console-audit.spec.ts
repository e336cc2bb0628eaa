import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { operate } from '#server/modules/operators/public.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { createMember } from '#testing/members.ts'
import { testActor } from '#testing/operators.ts'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('the log is narrowed by days, by who, by the act and by what it came through, and the file by the same', async () => {
  const { page, context, operatorId, consoleErrors } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'audit')
  const rows = page.locator('tbody tr')
  const shown = async () => await rows.count()
  await page.getByRole('combobox', { name: 'Act' }).selectOption('session.open')
  await page.getByRole('combobox', { name: 'By' }).selectOption(operatorId)
  await expect.poll(shown).toBe(1)
  await page.getByRole('combobox', { name: 'Through' }).selectOption('command')
  await expect.poll(shown).toBe(0)
  await page.getByRole('combobox', { name: 'Through' }).selectOption('console')
  await expect.poll(shown).toBe(1)
  await page.getByLabel('From (UTC)').fill('2999-01-01')
  await expect.poll(shown).toBe(0)
  await page.getByLabel('From (UTC)').fill('2020-01-01')
  await expect.poll(shown).toBe(1)
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1_280, height: 900 })
  await page.getByLabel('To (UTC)').fill('2020-01-02')
  await expect.poll(shown).toBe(0)
  await page.getByRole('button', { name: 'Export' }).first().click()
  const answered = page.waitForResponse((response) => response.url().includes('audit-export.json'))
  await page.getByRole('menuitem', { name: 'JSON' }).click()
  expect(new URL((await answered).url()).searchParams.get('to')).toBe('2020-01-02')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who may not read of members sees what was done to one without who it was', async () => {
  const member = await createMember(site)
  await site.members.disable({ via: 'job', source: 'test' }, member.email, 'sold clicks')
  for (const [role, name, target] of [
    ['owner', 'Oda', member.uid],
    ['read-only', 'Rea', 'member'],
  ] as const) {
    const { page, context, consoleErrors } = await visitConsole(role, name)
    await openScreen(page, 'audit', '?action=member.disable')
    const row = page.locator('tbody tr').first()
    await row.getByText(target, { exact: true }).waitFor()
    await row.click()
    await page.getByRole('heading', { name: 'member.disable' }).waitFor()
    expect((await page.locator('main').innerText()).includes(member.uid)).toBe(role === 'owner')
    await expectAccessible(page)
    expect(consoleErrors).toEqual([])
    await context.close()
  }
})

test('an act on more rows than its details show says of how many they are the first', async () => {
  await inTransaction(site.db, async (tx) => {
    const act = { action: 'link.block-host', target: 'a list of hosts', reason: 'Spam' } as const
    await operate(tx, testActor, act)
    await sql`
      insert into blocked_host (host, reason)
      select 'h' || n || '.example', 'Spam' from generate_series(1, 1001) n`.execute(tx)
  })
  const { page, context, consoleErrors } = await visitConsole('owner', 'Ola')
  await openScreen(page, 'audit', '?action=link.block-host')
  await page.locator('tbody tr').first().click()
  await page.getByText('The first 1,000 of 1,001.', { exact: true }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the log is proved by its job while the operator waits for nothing, and a file of it is saved whole', async () => {
  const { page, context, consoleErrors } = await visitConsole('owner', 'Pia')
  await openScreen(page, 'audit')
  await page.getByRole('button', { name: 'Prove the log' }).click()
  const dialog = page.getByRole('dialog', { name: 'Prove the log' })
  await dialog
    .getByText(
      /The chain of [\d,]+ entries is whole, and the tables are as it says\. Its head is [0-9a-f]{64}\./,
    )
    .waitFor()
  await dialog.getByText(/^Proved at /).waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Export' }).first().click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'JSON' }).click(),
  ])
  const entries = JSON.parse(await readFile(await download.path(), 'utf8')) as { seq: number }[]
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from audit_entry where seq is not null`.execute(site.db)
  expect(entries).toHaveLength(rows[0]!.count)
  expect(entries.at(-1)!.seq).toBe(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})
