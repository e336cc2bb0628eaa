import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { paths } from '#contracts/paths.ts'
import { m } from '#messages'
import { accessibilityViolations } from '#testing/browser.ts'
import { createRedeemer } from '#testing/redeemers.ts'
import { pressOn } from './keyboard.ts'
import { openSite, site, visitAs } from './site.fixture.ts'

openSite()

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
