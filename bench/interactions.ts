import type { Page } from 'playwright-core'
import { paths } from '#contracts/paths.ts'
import { launchBrowser, signInTo, visit } from '#testing/browser.ts'
import { networkQuiet } from '#testing/network.ts'
import { endPrograms, startSite, temporaryDataDir } from '#testing/processes.ts'
import { demoVisitor } from './demo-site.ts'
import type { Figure, Measure } from './measure.ts'

/** How much slower than this machine's processor the person's is. */
const slower = 4

/** A screen, and what a person does there. */
interface Walk {
  name: string
  path: string
  act(page: Page): Promise<void>
}

const walks: Walk[] = [
  {
    name: 'campaigns: views, a search and its clearing',
    path: paths.campaigns,
    act: async (page) => {
      await page.getByRole('link', { name: /^New/ }).first().click()
      await page.getByRole('link', { name: 'For you', exact: true }).first().click()
      const search = page.getByRole('searchbox').first()
      await search.click()
      await search.pressSequentially('tea')
      await search.press('Backspace')
    },
  },
  {
    name: 'the day’s check-in',
    path: paths.dailyCheckIn,
    act: async (page) => {
      await page.getByRole('main').getByRole('button').first().click()
    },
  },
  {
    name: 'the exchange calculator',
    path: paths.crels('exchange'),
    act: async (page) => {
      const amount = page.getByRole('main').getByRole('textbox').first()
      await amount.click()
      await amount.pressSequentially('12345')
      await amount.press('Backspace')
    },
  },
  {
    name: 'from place to place by the bar',
    path: paths.home,
    act: async (page) => {
      for (const name of ['Campaigns', 'Points', 'Links', 'Me', 'Home']) {
        await page.getByRole('link', { name, exact: true }).last().click()
        await networkQuiet(page)
      }
    },
  },
]

/** How soon a phone answers to taps and keys: the slowest of a walk is what people notice. */
export const interactions: Measure = {
  name: 'interactions',
  title: `Interactions on a phone with a processor ${slower} times slower`,
  baseline: null,
  run: async ({ quick, say }) => {
    const site = await startSite({ DATA_DIR: temporaryDataDir(), RATE_LIMIT: 'false' })
    const browser = await launchBrowser()
    try {
      const member = await demoVisitor(site)
      const figures: Figure[] = []
      for (const walk of walks) {
        const samples: number[] = []
        for (let round = 1; round <= (quick ? 1 : 5); round += 1) {
          const visited = await visit(browser, site.origin)
          await signInTo(visited, site.origin, member)
          samples.push(await slowestOf(visited.page, walk))
          await visited.context.close()
        }
        say(`${walk.name}: ${samples.join(', ')} ms`)
        figures.push({ name: walk.name, unit: 'ms', samples, goal: { text: '< 100 ms', below: 100 } })
      }
      return figures
    } finally {
      await browser.close()
      await endPrograms()
    }
  },
}

const watchInteractions = `
  globalThis.slowestMs = 0
  new PerformanceObserver((list) => {
    for (const { interactionId, duration } of list.getEntries())
      if (interactionId > 0) globalThis.slowestMs = Math.max(slowestMs, duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

/** The longest time from an input to the next paint, as browsers count interactions (Event Timing). */
async function slowestOf(page: Page, { path, act }: Walk): Promise<number> {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.addInitScript({ content: watchInteractions })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await networkQuiet(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await act(page)
  await networkQuiet(page)
  return (await page.evaluate('slowestMs')) as number
}
