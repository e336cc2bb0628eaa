import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createBrand } from '#testing/campaigns.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('a key is made and shown once, replaced, and revoked', async () => {
  const { slug } = await createBrand(site)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia')
  await openScreen(page, 'brand', '', { slug })
  await page.getByText('its servers cannot report anything').waitFor()
  await page.getByRole('button', { name: 'New key' }).click()
  const making = page.getByRole('dialog', { name: 'New key' })
  await making.getByLabel('Label').fill('Shop server')
  await expectAccessible(page)
  await making.getByRole('button', { name: 'Create the key' }).click()
  const shown = page.getByRole('dialog', { name: 'The key' })
  const key = (await shown.locator('code').textContent())!
  const answer = async () =>
    (await site.server.inject({ url: '/api/v1/brand/webhooks', headers: { authorization: `Bearer ${key}` } }))
      .statusCode
  expect(await answer()).toBe(200)
  await shown.getByRole('button', { name: 'Close' }).last().click()
  await shown.waitFor({ state: 'detached' })
  expect(await page.content()).not.toContain(key)

  await page.getByRole('button', { name: 'Replace' }).click()
  await page.getByRole('dialog').getByText('works for 7 more days').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  const other = page.getByRole('dialog', { name: 'The key' })
  expect(await other.locator('code').textContent()).not.toBe(key)
  await other.getByRole('button', { name: 'Close' }).last().click()
  await other.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Revoke' }).last().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await page.getByText('Key revoked').first().waitFor()
  expect(await answer()).toBe(401)

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('region', { name: 'Keys' }).getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.match(/^Shop server,secret,/gm)).toHaveLength(2)
  expect(file).not.toContain(key)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an endpoint is added, tested, and what failed is sent again', async () => {
  const { slug } = await createBrand(site)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max')
  await openScreen(page, 'brand', '', { slug })
  await page.getByRole('button', { name: 'Add an endpoint' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an endpoint' })
  await adding.getByLabel('Address').fill('https://hooks.example/in')
  await expectAccessible(page)
  await adding.getByRole('button', { name: 'Add an endpoint' }).click()
  const secret = page.getByRole('dialog', { name: 'The secret that signs' })
  await secret.getByText('whsec_').waitFor()
  await secret.getByRole('button', { name: 'Close' }).last().click()
  await secret.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'https://hooks.example/in' }).click()
  await page.getByRole('heading', { level: 1, name: 'hooks.example' }).waitFor()
  await page.getByText('Nothing was sent to it in 30 days').waitFor()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send a test' }).click()
  await page.getByText('Test on its way').waitFor()
  // Its host is none: whatever the pump made of it, it failed at last.
  await sql`update webhook_delivery set state = 'failed', next_attempt_at = null, attempts = 9, last_error = 'refused'`.execute(
    site.db,
  )
  await page.reload()
  await page.getByRole('button', { name: 'Send failed ones again' }).waitFor()
  await page.locator('tbody tr').first().waitFor()
  await page.keyboard.press('r')
  const replaying = page.getByRole('dialog', { name: 'Send again' })
  await replaying.getByText('1 message is sent again').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Sent again').first().waitFor()
  await expect
    .poll(
      async () =>
        (await sql<{ attempts: number }>`select attempts from webhook_delivery`.execute(site.db)).rows[0]!
          .attempts,
    )
    .toBeLessThan(9)
  expect(consoleErrors).toEqual([])
  await context.close()
})
