import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, test } from 'vitest'
import { chanceFrom } from '#testing/kill-run/chance.ts'
import { Run } from '#testing/kill-run/run.ts'
import { UpgradedSite } from '#testing/kill-run/upgraded-site.ts'
import { endPrograms } from '#testing/processes.ts'
import { checkoutOf, versionBefore } from '#testing/released.ts'

const seed = Date.now() % 1_000_000
const from = versionBefore()
const loadSeconds = Number(process.env.UPGRADE_SECONDS ?? 2)

afterAll(endPrograms)

test.skipIf(from === '')(
  `an upgrade from ${from || 'the last release'}, process by process, keeps every promise (seed ${seed}; skipped without a release in the history)`,
  async () => {
    const site = await UpgradedSite.at(checkoutOf(from, inject('webDir')))
    await site.start()
    const run = new Run(site)
    const chance = chanceFrom(seed)
    const load = async () => await sleep(loadSeconds * 1_000)
    try {
      await run.begin({ visitors: 2, brandServers: 2 }, chance)
      await run.strike(chance, load)
      await run.strike(chance, async () => {
        await site.crels(['migrate'])
        // The version before, on the schema of this one.
        await load()
      })
      for (const part of site.parts)
        await run.strike(chance, async () => {
          await load()
          await site.replace(part)
        })
      await run.end()
      const figures = await run.figures()
      expect(run.broken.slice(0, 40)).toEqual([])
      for (const name of [
        'clicks answered',
        'conversions answered',
        'check-ins granted',
        'redemptions answered',
      ])
        expect(figures, name).toMatchObject({ [name]: expect.toSatisfy((count: number) => count > 0) })
      // What a process that ends cuts off is logged; what one lacks in the other's schema must not be.
      const lacking = Object.keys(site.loggedErrors()).filter((line) =>
        /does not exist|denied|violates/.test(line),
      )
      expect(lacking).toEqual([])
    } finally {
      void run.gate.close()
    }
  },
  600_000,
)
