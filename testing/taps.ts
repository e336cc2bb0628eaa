import type { Page } from 'playwright-core'

const listen = `addEventListener('pointerdown', () => tapped(), true)`

/** Counts what is pressed on a page from here on, with a finger or a mouse; typing is aside. */
export async function countTaps(page: Page): Promise<() => number> {
  let taps = 0
  await page.exposeFunction('tapped', () => (taps += 1))
  await page.addInitScript(listen)
  await page.evaluate(listen)
  return () => taps
}
