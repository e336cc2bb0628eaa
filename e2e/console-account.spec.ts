import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { expectAccessible, expectToFit, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

test('an API key ends after a look at when it was used and what it may', async () => {
  const { page, context, consoleErrors, operatorId } = await visitConsole('owner', 'Olga')
  await openScreen(page, 'account')
  await page.getByRole('button', { name: 'New key' }).click()
  const making = page.getByRole('dialog', { name: 'New key' })
  await making.getByLabel('What it is for').fill('Nightly report')
  await making.getByRole('checkbox', { name: 'read', exact: true }).check()
  await making.getByRole('button', { name: 'Create the key' }).click()
  const key = (await making.locator('code').textContent())!
  await making.getByRole('button', { name: 'Close' }).last().click()
  await making.waitFor({ state: 'detached' })
  const answer = async () =>
    (
      await site.server.inject({
        url: '/api/v1/operator/brands',
        headers: { authorization: `Bearer ${key}` },
      })
    ).statusCode
  const revoke = page.getByRole('button', { name: 'Revoke Nightly report' })
  const dialog = page.getByRole('dialog', { name: 'Revoke' })
  await revoke.click()
  await dialog.getByText('Nightly report, of Olga, was never used.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await answer()).toBe(200)
  await sql`
    update operator_key set last_used_at = now() - interval '3 hours' where operator_id = ${operatorId}`.execute(
    site.db,
  )
  await page.reload()
  await revoke.click()
  await dialog.getByText('was last used 3 h ago').waitFor()
  await dialog.getByText('It has 1 permission:').waitFor()
  await expectAccessible(page)
  await expectToFit(page)
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Key revoked').waitFor()
  expect(await answer()).toBe(401)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a browser is signed out, and all of them, after a question', async () => {
  const { page, context, consoleErrors, operatorId } = await visitConsole('support', 'Sam')
  await sql`
    insert into operator_session (operator_id, secret_hash, last_used_at, user_agent)
    values (${operatorId}, sha256('other'), now() - interval '12 minutes',
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0')`.execute(site.db)
  await openScreen(page, 'account')
  const dialog = page.getByRole('dialog')
  const all = page.getByRole('button', { name: 'Sign out everywhere' })
  await all.click()
  await dialog.getByText('Signs you out of 2 browsers, this one too.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Sign out Firefox · Windows' }).click()
  await dialog.getByText(/^Firefox · Windows, last used 1\d\smin.* ago, is signed out at once\./).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('The browser is signed out').waitFor()
  await page.getByText('Firefox · Windows').waitFor({ state: 'detached' })
  await all.click()
  await dialog.getByText('Signs you out here, the one browser').waitFor()
  await dialog.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
