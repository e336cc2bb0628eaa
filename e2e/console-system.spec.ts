import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('the state of the installation is seen; a job is run, and failed runs are tried again', async () => {
  await site.jobs.install()
  await sql`
    insert into pgboss.job (name, state, retry_limit, retry_count, created_on, completed_on, output)
    select 'reconcile', 'failed', 5, 5, now() - interval '2 hours', now() - n * interval '1 hour',
      '{"message": "the disk was full"}' from generate_series(1, 2) n`.execute(site.db)
  const failed = async () =>
    (
      await sql<{ count: number }>`
        select count(*)::int as count from pgboss.job where name = 'reconcile' and state = 'failed'`.execute(
        site.db,
      )
    ).rows[0]!.count
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'home')
  const stat = (name: string) => page.locator('dl > div', { has: page.getByText(name, { exact: true }) })
  await stat('Failed runs').getByText('2', { exact: true }).waitFor()
  await stat('Doctor').getByRole('link').waitFor()
  await openScreen(page, 'system')
  const doctor = page.getByRole('region', { name: 'Doctor' })
  await doctor.getByText('GB free for DATA_DIR').waitFor()
  await doctor.getByText('agrees with the database').waitFor()
  const jobs = page.locator('tbody tr', { hasText: 'reconcile' }).first()
  await jobs.getByRole('link', { name: '2' }).waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await page.setViewportSize({ width: 1_280, height: 900 })

  await jobs.getByRole('link', { name: '2' }).click()
  await page.getByText('the disk was full').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('t')
  const dialog = page.getByRole('dialog', { name: 'Try again' })
  await dialog.getByText('1 run is tried again.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 run is tried again', { exact: true }).waitFor()
  expect(await failed()).toBe(1)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('who only reads sees the state, and no button', async () => {
  const { page, context, consoleErrors } = await visitConsole('read-only', 'Rea')
  await openScreen(page, 'system')
  await page.getByRole('region', { name: 'Doctor' }).getByText('versions').waitFor()
  expect(await page.getByRole('link', { name: 'Failed runs' }).count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await context.close()
})
