import { paths } from '#contracts/paths.ts'
import { builtWebDir } from '#server/build/web-build.ts'
import { launchBrowser } from '#testing/browser.ts'
import { endPrograms, startSite, temporaryDataDir } from '#testing/processes.ts'
import { webBudgets, measureEntry, measureScreens } from '#testing/web-weight.ts'
import { demoVisitor } from './demo-site.ts'
import type { Figure, Measure } from './measure.ts'

/** Script and styles of the first load and of each screen; e2e/budgets.spec.ts holds them within their goals. */
export const weight: Measure = {
  name: 'weight',
  title: 'Web app, what a screen loads',
  baseline: null,
  run: async () => {
    const site = await startSite({ DATA_DIR: temporaryDataDir(), RATE_LIMIT: 'false' })
    const browser = await launchBrowser()
    try {
      const { cookie, campaignId } = await demoVisitor(site)
      const screens = await measureScreens(browser, builtWebDir, { origin: site.origin, cookie }, [
        [paths.login, false],
        [paths.signup, false],
        [paths.home, true],
        [paths.campaigns, true],
        [paths.campaign(campaignId), true],
        [paths.myCampaigns, true],
        [paths.crels('wallet'), true],
        [paths.profile, true],
      ])
      return [
        sized('entry: script', measureEntry(builtWebDir), webBudgets.entry),
        ...screens.flatMap(({ path, script, styles }) => {
          const name = path.replace(campaignId, '{id}')
          return [
            sized(`${name}: script`, script, webBudgets.route),
            sized(`${name}: all styles`, styles, webBudgets.css),
          ]
        }),
      ]
    } finally {
      await browser.close()
      await endPrograms()
    }
  },
}

function sized(name: string, kilobytes: number, budget: number): Figure {
  // Weights have one decimal: up to the budget, itself included.
  return {
    name,
    unit: 'KB gz',
    samples: [kilobytes],
    goal: { text: `≤ ${budget} KB`, below: budget + 0.05 },
  }
}
