import { sql } from 'kysely'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createBrand, createBrandKey } from '#testing/campaigns.ts'
import { createMember } from '#testing/members.ts'
import { expectAccessible, openScreen, visitConsole } from './console.fixture.ts'
import { openSite, site } from './site.fixture.ts'

openSite()

/** What has the focus: its role or tag, and what it is called. */
const focused = async (page: Page) =>
  await page.evaluate(() => {
    const { activeElement: element } = document
    return `${element?.tagName} ${element?.ariaLabel ?? element?.textContent.trim().slice(0, 60)}`
  })

/** Whether what has the focus is in a dialog: its button is called as the one that opened it. */
const isWithin = (dialog: Locator) => async () =>
  await dialog.evaluate((element) => element.contains(document.activeElement))

test('a line that is removed leaves the focus to the next, and the last of them to their heading', async () => {
  const { page, context, consoleErrors, operatorId } = await visitConsole('support', 'Sam')
  for (const [minutes, system] of [
    [12, 'Windows NT 10.0; Win64; x64'],
    [15, 'X11; Linux x86_64'],
  ] as const)
    await sql`
      insert into operator_session (operator_id, secret_hash, last_used_at, user_agent)
      values (${operatorId}, sha256(${system}::bytea), now() - ${`${minutes} minutes`}::interval,
        ${`Mozilla/5.0 (${system}; rv:140.0) Gecko/20100101 Firefox/140.0`})`.execute(site.db)
  await openScreen(page, 'account')
  const dialog = page.getByRole('dialog', { name: 'Sign out' })
  const first = page.getByRole('button', { name: 'Sign out Firefox · Windows' })
  const second = page.getByRole('button', { name: 'Sign out Firefox · Linux' })
  await second.waitFor()

  // By keyboard alone.
  await first.focus()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expect.poll(async () => await focused(page)).toBe('BUTTON Sign out')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('The browser is signed out').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await first.waitFor({ state: 'detached' })
  await expect.poll(async () => await focused(page)).toBe('BUTTON Sign out Firefox · Linux')

  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expect.poll(async () => await focused(page)).toBe('BUTTON Sign out')
  await page.keyboard.press('Enter')
  await second.waitFor({ state: 'detached' })
  await dialog.waitFor({ state: 'detached' })
  const heading = await page
    .getByRole('region')
    .filter({ has: page.getByText('this browser') })
    .getByRole('heading')
    .textContent()
  await expect.poll(async () => await focused(page)).toBe(`H2 ${heading}`)
  await expectAccessible(page)

  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an act on selected rows, whose bar goes with it, leaves the focus to the list', async () => {
  for (const subject of ['One', 'Two', 'Three']) {
    const member = await createMember(site)
    const answer = await site.server.inject({
      method: 'POST',
      url: '/support-requests',
      headers: member.headers,
      payload: { topic: 'other', message: `${subject} of some questions that are asked` },
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
  }
  const { page, context, consoleErrors } = await visitConsole('support', 'Sue')
  await openScreen(page, 'support')
  const boxes = page.locator('tbody').getByRole('checkbox')
  await expect.poll(async () => await boxes.count()).toBe(3)
  await boxes.first().focus()
  await page.keyboard.press('Space')
  const bar = page.getByRole('group', { name: '1 selected' })
  await bar.getByRole('button', { name: 'Take' }).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await expect.poll(isWithin(dialog)).toBe(true)
  await expect.poll(async () => await focused(page)).toMatch(/^BUTTON Take/)
  // The key that closes it leaves what is selected, and its bar.
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => await focused(page)).toMatch(/^BUTTON Take/)
  await bar.waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await expect.poll(isWithin(dialog)).toBe(true)
  await expect.poll(async () => await focused(page)).toMatch(/^BUTTON Take/)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await bar.waitFor({ state: 'detached' })
  await expect.poll(async () => await focused(page)).toBe('DIV Support')
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a dialog that an act opens over its own keeps the focus when that one closes', async () => {
  const { slug, id } = await createBrand(site)
  await createBrandKey(site, id)
  const { page, context, consoleErrors } = await visitConsole('manager', 'Max')
  await openScreen(page, 'brand', '', { slug })
  await page.getByRole('button', { name: 'Replace' }).focus()
  await page.keyboard.press('Enter')
  const asking = page.getByRole('dialog', { name: 'Replace' })
  await asking.getByText('works for 7 more days').waitFor()
  await asking.getByRole('button', { name: 'Replace' }).focus()
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'The key' })
  await shown.waitFor()
  await asking.waitFor({ state: 'detached' })
  // Longer than a dialog takes to give the focus back.
  await page.waitForTimeout(600)
  await expect.poll(isWithin(shown)).toBe(true)
  await shown.getByRole('button', { name: 'Close' }).last().focus()
  await page.keyboard.press('Enter')
  await shown.waitFor({ state: 'detached' })
  await expect.poll(async () => await focused(page)).toMatch(/^(BUTTON Re|H2 Keys)/)
  expect(consoleErrors).toEqual([])
  await context.close()
})
