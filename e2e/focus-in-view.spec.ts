import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { createMember } from '#testing/members.ts'
import { networkQuiet } from '#testing/network.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

/** What of the focused control is below the upper edge of the bottom bar; null where nothing is. */
async function hiddenByBar(page: Page): Promise<string | null> {
  return await page.evaluate(() => {
    const focused = document.activeElement
    const bar = document.querySelector('nav[aria-label="Main, bottom bar"]')!.getBoundingClientRect()
    if (!focused || focused.closest('nav') || focused === document.body) return null
    const { bottom } = focused.getBoundingClientRect()
    return bottom > bar.top ? `${focused.textContent} ${bottom} > ${bar.top}` : null
  })
}

test('no focused control is hidden behind the bottom bar', async () => {
  const member = await createMember(site)
  const { page, context } = await visitAs(member)
  await page.goto('/profile')
  await page.getByText(member.email).first().waitFor()
  await networkQuiet(page)
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    // It is scrolled to while the page may still be drawn.
    await expect.poll(() => hiddenByBar(page), { timeout: 10_000 }).toBeNull()
  }
  await context.close()
})

test('a part that comes late does not push the focused control away, unless one has scrolled', async () => {
  const { page, context } = await visitAs(await createMember(site))
  const scrolledTo = async () => await page.evaluate(() => scrollY)
  for (const hasScrolled of [false, true]) {
    const held = Promise.withResolvers<void>()
    await page.route('**/security-section-*.js', async (route) => {
      await held.promise
      await route.continue()
    })
    // What comes after the screen keeps it in view.
    const framed = page.waitForResponse(/\/leave-guard-/)
    await page.goto('/profile')
    const last = page.getByRole('link', { name: 'Delete account' })
    await last.waitFor()
    await framed
    while (!(await last.evaluate((link) => link === document.activeElement))) {
      await page.keyboard.press('Tab')
    }
    await expect.poll(() => hiddenByBar(page)).toBeNull()
    if (hasScrolled) {
      await page.mouse.move(200, 300)
      await page.mouse.wheel(0, -200)
    }
    await expect.poll(scrolledTo).toBeGreaterThan(0)
    const before = await page.evaluate(() => document.body.scrollHeight)
    held.resolve()
    await expect.poll(() => page.evaluate(() => document.body.scrollHeight)).toBeGreaterThan(before)
    if (hasScrolled) expect(await hiddenByBar(page)).not.toBeNull()
    else await expect.poll(() => hiddenByBar(page)).toBeNull()
    await page.unroute('**/security-section-*.js')
  }
  await context.close()
})
