import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

// A whole way over several dialogs: a busy machine takes its time for it.
test('a link is found and blocked; a host is tried, blocked, undone and taken off the list', async () => {
  const owner = await createMember(site)
  const made = await site.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers: owner.headers,
    payload: { destinationUrl: 'https://example.com/spam', code: 'free-money' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const linkOf = async () =>
    (
      await sql<{ state: string; host: string | null }>`
        select state, blocked_by_host as host from link where code = 'free-money'`.execute(site.db)
    ).rows[0]
  const { page, context, consoleErrors } = await visitConsole('manager', 'Mia', {
    expectedStatuses: [404, 422],
  })
  await openScreen(page, 'links', '?columns=host,reason')
  await page.getByText('No host is blocked').waitFor()
  await page.getByLabel('Code or address').fill('https://crels.example/s/no-such-link')
  await page.keyboard.press('Enter')
  await page.getByText('There is no link with the code no-such-link.').waitFor()
  await page.getByLabel('Code or address').fill(`${site.origin}/s/free-money`)
  await page.keyboard.press('Enter')
  await page.getByText('https://example.com/spam').waitFor()
  expect(new URL(page.url()).search).toBe('?columns=host%2Creason&code=free-money')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Block the link' }).click()
  await page.getByRole('dialog').getByText('it had 0 clicks in 30 days').waitFor()
  await page.getByRole('dialog').getByLabel('Why, for your colleagues').fill('It asks for passwords')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('Link blocked').waitFor()
  expect(await linkOf()).toEqual({ state: 'banned', host: null })
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(linkOf).toEqual({ state: 'active', host: null })
  await page.getByRole('dialog').waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Block a host' }).click()
  const dialog = page.getByRole('dialog', { name: 'Block a host' })
  await dialog.getByRole('textbox', { name: 'Host' }).fill('com')
  await page.keyboard.press('Enter')
  await dialog.getByText('everybody registers their own names below it').waitFor()
  await dialog.getByRole('textbox', { name: 'Host' }).fill('example.com')
  await page.keyboard.press('Enter')
  await dialog.getByText('Blocking example.com stops 1 link, 0 campaigns, 1 creator.').waitFor()
  expect(await linkOf()).toEqual({ state: 'active', host: null })
  await expectAccessible(page)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('phishing')
  await page.keyboard.press('Enter')
  await page.getByText('example.com is blocked: 1 link stopped').waitFor()
  expect(await linkOf()).toEqual({ state: 'active', host: 'example.com' })
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const rows = page.locator('tbody tr')
  await expect.poll(async () => await rows.count()).toBe(1)

  await page.keyboard.press('u')
  const unblocking = page.getByRole('dialog', { name: 'Unblock' })
  await unblocking.getByText('gives back 1 link, 0 campaigns, 1 creator.').waitFor()
  await unblocking.getByLabel('Why, for your colleagues').fill('It was cleaned')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('1 host unblocked').waitFor()
  expect(await linkOf()).toEqual({ state: 'active', host: null })
  await page.getByText('No host is blocked').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(linkOf).toEqual({ state: 'active', host: 'example.com' })
  await rows.getByText('phishing').waitFor()
  expect(consoleErrors).toEqual([])
  await context.close()
})
