import type { Page } from 'playwright-core'

/** Keeps the app's scripts back until what it answers is called. */
export async function heldScripts(page: Page): Promise<() => void> {
  let run = () => {}
  const held = new Promise<void>((resolve) => (run = resolve))
  await page.route('**/assets/index-*.js', async (route) => {
    await held
    await route.fallback()
  })
  return run
}
