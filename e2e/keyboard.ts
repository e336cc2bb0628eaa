import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How long something may take to be there: screens load their parts when they are wanted. */
const patienceMs = 30_000

/**
 * Moves the focus with the Tab key to the control whose label or words match, as a person without a pointer does.
 * Throws with everything that was passed when it is not reached in time. `among` is a selector of what counts.
 */
export async function tabTo(page: Page, name: string | RegExp, among = '*'): Promise<void> {
  const deadline = Date.now() + patienceMs
  let passed: string[] = []
  for (let step = 0; step < 60 || Date.now() < deadline; step += 1) {
    await page.keyboard.press('Tab')
    const focused = await focusedName(page)
    const isNamed = typeof name === 'string' ? focused === name : name.test(focused)
    if (isNamed && (await page.locator(`:focus:is(${among})`).count()) > 0) return
    passed = [...passed.slice(-59), focused]
  }
  throw new Error(`Tab never reached ${name}, but: ${passed.join(' · ')}`)
}

/** Tabs to a field and types into it, replacing its content. */
export async function typeInto(page: Page, label: string | RegExp, text: string): Promise<void> {
  await tabTo(page, label, 'input, textarea')
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}

/** Tabs to a button or link and presses Enter. */
export async function pressOn(page: Page, name: string | RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}

/** What the focused control is called: its label, else its words. */
export async function focusedName(page: Page): Promise<string> {
  return await page.evaluate(() => {
    const focused = document.activeElement as HTMLInputElement | null
    const label = focused?.getAttribute('aria-label') ?? focused?.labels?.[0]?.textContent
    return (label ?? focused?.textContent ?? '').trim()
  })
}

/**
 * Goes down a page by keyboard until a heading is there: its part is fetched when it comes near, and others may grow
 * above it.
 */
export async function downTo(page: Page, heading: string): Promise<void> {
  await expect
    .poll(async () => {
      await page.keyboard.press('End')
      return await page.getByRole('heading', { name: heading }).isVisible()
    })
    .toBe(true)
}
