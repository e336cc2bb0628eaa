import { gzipSync } from 'node:zlib'
import type { Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { consoleHref } from '#contracts/console-routes.ts'
import { visit, type Visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'
import { visitConsole } from './console.fixture.ts'
import { browser, openSite, site } from './site.fixture.ts'

openSite()

/** KB of a thousand bytes, gzipped: everything until the first screen is drawn. */
const budget = 250

test('all that the console loads until a screen is drawn weighs less than 250 KB', async () => {
  const operator = await visitConsole('owner', 'Olga')
  const stranger = await visit(browser, site.origin, { viewport: 'desktop' })
  const weights = {
    home: await weigh(operator, consoleHref('home')),
    signIn: await weigh(stranger, '/console/sign-in'),
  }
  for (const [screen, kilobytes] of Object.entries(weights)) {
    expect(kilobytes, screen).toBeLessThan(budget)
    // It was weighed at all.
    expect(kilobytes, screen).toBeGreaterThan(100)
  }
})

/** Scripts, styles and the page itself of one visit without a cache, in KB gzipped. */
async function weigh({ page, context }: Visit, path: string): Promise<number> {
  // What comes once a screen is there and the browser has nothing else to do is not weighed: it is never idle.
  await context.addInitScript('requestIdleCallback = () => 0')
  const bodies: Promise<Buffer>[] = []
  const session = await context.newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const keep = (response: Response) => {
    if (/\.(js|css)$/.test(response.url()) || response.request().isNavigationRequest())
      bodies.push(response.body())
  }
  page.on('response', keep)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await networkQuiet(page)
  page.off('response', keep)
  const sizes = (await Promise.all(bodies)).map((body) => gzipSync(body).length)
  await context.close()
  return sizes.reduce((sum, size) => sum + size, 0) / 1000
}
