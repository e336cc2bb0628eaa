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
  await unblocking.getByText('If you undo it, visits in between still count.').waitFor()
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

test('a click that is searched for says when it came, and why it does not count', async () => {
  const owner = await createMember(site)
  const made = await site.server.inject({
    method: 'POST',
    url: '/api/v1/shortlinks',
    headers: owner.headers,
    payload: { destinationUrl: 'https://example.org/tea', code: 'two-visits' },
  })
  expect(made.statusCode, made.body).toBe(201)
  for (let visit = 0; visit < 2; visit += 1)
    await site.server.inject({
      url: '/s/two-visits',
      headers: {
        'user-agent':
          'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36',
      },
      remoteAddress: '203.0.113.77',
    })
  await site.clicks.flush()
  const { rows } = await sql<{ id: string; countable: boolean }>`
    select c.id, c.countable from click c join link l on l.id = c.link_id where l.code = 'two-visits'`.execute(
    site.db,
  )
  const [first, again] = [rows.find(({ countable }) => countable)!, rows.find(({ countable }) => !countable)!]
  const { page, context, consoleErrors } = await visitConsole('support', 'Cleo')
  await openScreen(page, 'home')
  await page.keyboard.press('Control+k')
  const dialog = page.getByRole('dialog', { name: 'Search' })
  await dialog.getByRole('combobox', { name: 'Search' }).fill(again.id)
  await dialog.getByRole('option', { name: /Click$/ }).click()
  const fact = (name: string) =>
    page.locator('dt', { hasText: new RegExp(`^${name}$`) }).locator('xpath=following-sibling::dd')
  await page.getByText('No: the same visitor clicked the link less than an hour earlier.').waitFor()
  expect(await fact('The click').textContent()).toBe(again.id)
  expect(await fact('Device').textContent()).toBe('computer')
  expect(await fact('Clicked').textContent()).toMatch(/\d/)
  await expectAccessible(page)
  await openScreen(page, 'links', `?code=two-visits&click=${first.id}`)
  await expect.poll(async () => await fact('Counts').textContent()).toBe('Yes')
  expect(consoleErrors).toEqual([])
  await context.close()
})
