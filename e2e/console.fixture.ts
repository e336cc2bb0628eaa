import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { ConsoleScreen } from '#contracts/console-routes.ts'
import { consoleHref } from '#contracts/console-routes.ts'
import type { OperatorRole } from '#rules/operator-permissions.ts'
import { addOperator, inviteOperator, listOperators } from '#server/modules/operators/public.ts'
import { accessibilityViolations, visit, type PageOptions, type Visit } from '#testing/browser.ts'
import { testActor } from '#testing/operators.ts'
import { codeOf } from '#testing/second-factors.ts'
import { browser, site } from './site.fixture.ts'

/**
 * A new operator, at an address of their own, and the link that lets them in. The first of an installation is an owner.
 */
export async function inviteToConsole(
  role: OperatorRole,
  name: string,
): Promise<{ email: string; operatorId: string; url: string }> {
  const email = `${name.toLowerCase()}-${randomUUID()}@crels.example`
  return await site.db.transaction().execute(async (tx) => {
    const known = await listOperators(tx)
    if (known.length === 0 && role !== 'owner')
      await addOperator(tx, testActor, { email: 'first@crels.example', name: 'First', role: 'owner' })
    await addOperator(tx, testActor, { email, name, role })
    const { operator, url } = await inviteOperator(tx, site.config, testActor, { email })
    return { email, operatorId: operator.id, url }
  })
}

/**
 * A new operator's browser, signed in by an authenticator app a moment ago. `secret` is the app's.
 */
export async function visitConsole(
  role: OperatorRole,
  name: string,
  options: PageOptions = {},
): Promise<Visit & { email: string; operatorId: string; secret: string }> {
  const { email, operatorId, url } = await inviteToConsole(role, name)
  const token = url.split('#')[1]!
  const { secret } = (await accept('', { token })).body as { secret: string }
  const { cookie } = await accept('/confirm', { token, code: codeOf({ secret }, -1) })
  const [cookieName, value] = cookie.split('=') as [string, string]
  const visited = await visit(browser, site.origin, { viewport: 'desktop', ...options })
  const { hostname } = new URL(site.origin)
  await visited.context.addCookies([
    { name: cookieName, value, domain: hostname, path: '/console', httpOnly: true, sameSite: 'Strict' },
  ])
  // This browser was signed in before: else it looks for no session.
  await visited.page.goto('/console/sign-in')
  await visited.page.evaluate(() => localStorage.setItem('console-session', '1'))
  return { ...visited, email, operatorId, secret }
}

async function accept(step: '' | '/confirm', payload: object): Promise<{ body: unknown; cookie: string }> {
  const { statusCode, body, headers } = await site.server.inject({
    method: 'POST',
    url: `/console/session/invitation/authenticator${step}`,
    headers: { origin: site.origin },
    payload,
  })
  if (statusCode !== 200) throw new Error(`${step}: ${statusCode} ${body}`)
  return { body: JSON.parse(body), cookie: [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '' }
}

/** Opens a screen, and waits until it is drawn. */
export async function openScreen(
  page: Page,
  screen: ConsoleScreen,
  query = '',
  params: Record<string, string> = {},
): Promise<void> {
  await page.goto(consoleHref(screen, params) + query)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' })
}

/** No accessibility violation of a screen as it is, in either scheme. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const [index, colorScheme] of (['light', 'dark'] as const).entries()) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-colour-scheme=${colorScheme}]`).waitFor()
    expect(await accessibilityViolations(page, { isAgain: index > 0 }), colorScheme).toEqual([])
  }
  await page.emulateMedia({ colorScheme: 'light' })
}

/** A screen scrolls only down, on a wide window and on a phone; it stays on the phone. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 1_000 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width}`).toBeLessThanOrEqual(
      width,
    )
  }
}

/** Who may only read has nothing to press in an area, but for the file of its list. */
export async function expectNothingToPress(area: Locator): Promise<void> {
  const buttons = await area.getByRole('button').allTextContents()
  expect(buttons.filter((text) => text !== 'Export CSV')).toEqual([])
}
