import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { accessibilityViolations, visit } from '#testing/browser.ts'
import { createMember, type TestMember } from '#testing/members.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { downTo, focusedName, pressOn } from './keyboard.ts'
import { browser, openSite, site, visitAs } from './site.fixture.ts'

openSite()

const makeLink = async ({ headers }: TestMember, at: number) => {
  const url = '/api/v1/shortlinks'
  const payload = { destinationUrl: `https://shop.example/${at}`, title: `Link ${at}` }
  const answer = await site.server.inject({ method: 'POST', url, headers, payload })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.json<{ id: string }>()
}

/** Keeps what comes into a live region that was on the page before: that alone is said by screen readers. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const said: string[] = []
    Object.assign(window, { said })
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        if ((target as Element).closest?.('[role=status], [aria-live]'))
          for (const node of addedNodes) said.push(node.textContent ?? '')
    }).observe(document.body, { childList: true, subtree: true })
  })
  return async () => await page.evaluate(() => (window as unknown as { said: string[] }).said)
}

test('what went well is said: it comes into a region that is there', async () => {
  const member = await createMember(site)
  const { id } = await makeLink(member, 1)
  const { page, context, consoleErrors } = await visitAs(member, `${paths.shortlinks}?link=${id}`)
  const title = page.getByRole('textbox', { name: 'Title' })
  await title.fill('Autumn sale')
  const said = await listen(page)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(m.shortlinks_saved()).waitFor()
  await expect.poll(said).toContain(m.shortlinks_saved())
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('the focus of the button that brought the last rows goes to the first of them', async () => {
  const member = await createMember(site)
  for (let at = 1; at <= 21; at += 1) await makeLink(member, at)
  const { page, context, consoleErrors } = await visitAs(member)
  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/shortlinks?*cursor=*', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto(paths.shortlinks)
  await page.getByRole('button', { name: m.shortlinks_more() }).focus()
  held.resolve()
  const first = /Link 1(?!\d)/
  await page.getByRole('listitem').filter({ hasText: first }).waitFor()
  await expect.poll(async () => await focusedName(page)).toMatch(first)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a destination that is removed leaves the focus in its list, and is said to be gone', async () => {
  const { page, context, consoleErrors } = await visitAs(
    await createRedeemer(site),
    paths.crels('redemptions'),
  )
  const list = page.getByRole('group', { name: m.redemptions_destinations_heading() })
  const remove = list.getByRole('button', { name: /^Remove / })
  const name = (await remove.getAttribute('aria-label'))!.slice('Remove '.length)
  const said = await listen(page)
  await remove.click()
  await pressOn(page, 'Remove')
  await expect.poll(said).toContain(m.redemptions_removed({ destination: name }))
  await remove.waitFor({ state: 'detached' })
  expect(await list.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await accessibilityViolations(page)).toEqual([])
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('one that is added and removed again is said again; a slow answer takes the focus from nobody', async () => {
  const member = await createRedeemer(site)
  const { page, context, consoleErrors } = await visitAs(member, paths.crels('redemptions'))
  const list = page.getByRole('group', { name: m.redemptions_destinations_heading() })
  const remove = list.getByRole('button', { name: /^Remove / })
  const gone = m.redemptions_removed({
    destination: (await remove.getAttribute('aria-label'))!.slice('Remove '.length),
  })
  await remove.click()
  await pressOn(page, 'Remove')
  await list.getByText(gone).waitFor()
  await remove.waitFor({ state: 'detached' })
  await list.getByRole('button', { name: m.redemptions_add_kind({ kind: 'PayPal' }) }).click()
  const adding = page.getByRole('dialog')
  await adding.getByRole('textbox').fill(member.email)
  await adding.getByRole('button', { name: m.redemptions_add_submit() }).click()
  await remove.waitFor()
  expect(await list.getByText(gone).count()).toBe(0)

  const held = Promise.withResolvers<void>()
  await page.route('**/api/v1/payout-destinations/*', async (route) => {
    await held.promise
    await route.continue()
  })
  const said = await listen(page)
  await remove.click()
  await pressOn(page, 'Remove')
  await page.keyboard.press('Escape')
  const elsewhere = page.locator('nav a:visible').first()
  await elsewhere.focus()
  held.resolve()
  await expect.poll(said).toContain(gone)
  expect(await elsewhere.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('an address that is kept by a late answer takes the focus from nobody', async () => {
  const member = await createMember(site)
  const next = `next-${member.email}`
  const asked = await site.server.inject({
    method: 'POST',
    url: '/identity/email/change',
    payload: { email: next },
    headers: { ...member.headers, cookie: member.cookie },
  })
  expect(asked.statusCode, asked.body).toBeLessThan(300)
  const { page, context, consoleErrors } = await visitAs(member, paths.profile)
  await downTo(page, 'Where you are signed in')
  const held = Promise.withResolvers<void>()
  await page.route('**/identity/email/change', async (route) => {
    await held.promise
    await route.continue()
  })
  await pressOn(page, 'Keep the old address')
  const elsewhere = page.locator('nav a:visible').first()
  await elsewhere.focus()
  held.resolve()
  await page.getByText(`Your address stays ${member.email}`).waitFor()
  expect(await elsewhere.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('whatever takes the focus has a name: what scrolls in the documentation, too', async () => {
  const { page, context } = await visit(browser, site.origin)
  await page.goto(paths.doc('monetization/redeem-earnings'))
  const nameless = 'main [tabindex="0"]:not([aria-label], [aria-labelledby])'
  await page.getByRole('group', { name: m.docs_table() }).first().waitFor()
  expect(await page.locator(nameless).count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
  await context.close()
})
