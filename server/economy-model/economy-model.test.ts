import { randomInt } from 'node:crypto'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { suiteSeed } from '#testing/suite-seed.ts'
import { app, openApp } from '../modules/conversions/conversions.fixture.ts'
import { reconcile } from '../modules/ledger/public.ts'
import {
  beingRich,
  earning,
  pausing,
  quoting,
  rating,
  refunding,
  selling,
  setting,
} from './money-commands.fixture.ts'
import {
  cancelling,
  deciding,
  lookingUp,
  paidOut,
  paying,
  redeeming,
  requesting,
} from './redemption-commands.fixture.ts'
import {
  anyZone,
  checkingIn,
  claiming,
  completing,
  following,
  habit,
  inviting,
  leaving,
  moving,
  spending,
  undoing,
  waiting,
  working,
} from './reward-commands.fixture.ts'
import { joining, judging, rewarding, sharing, visiting } from './grant-commands.fixture.ts'
import { mustSee } from './must-see.fixture.ts'
import { rarities } from './rare-commands.fixture.ts'
import { begin, seen } from './world.fixture.ts'

openApp()

// Random sequences of everything that earns, holds, spends and redeems, against a reference made of bigints.

const runs = Number(process.env.ECONOMY_RUNS ?? 3)
// The suite's; a longer run draws another each time.
const drawn = () => (process.env.ECONOMY_RUNS === undefined ? suiteSeed : randomInt(2 ** 31))
const seed = Number(process.env.ECONOMY_SEED ?? drawn())

/** From an ordinary start over leap day, the ends of years, and both changes to and from summer time. */
const starts = fc
  .integer({ min: 0, max: 600 })
  .map((days) => Date.UTC(2027, 0, 1, (days * 7) % 24) + days * 86_400_000)

/** How often each is drawn. */
const weighted = [
  { of: [working, inviting, moving, completing, following, setting, rating, pausing, leaving], weight: 1 },
  { of: [joining, judging, rewarding, visiting, ...rarities], weight: 1 },
  { of: [sharing, undoing, selling, quoting, requesting, cancelling, lookingUp], weight: 2 },
  { of: [waiting, checkingIn, spending, deciding, paying], weight: 3 },
  { of: [habit, claiming, earning, redeeming, paidOut, refunding], weight: 4 },
]
const commands = fc.commands(
  weighted.flatMap(({ of, weight }) => Array.from({ length: weight }, () => of).flat()),
  { maxCommands: 30, size: 'max' },
)

describe(`ECONOMY_SEED=${seed} ECONOMY_RUNS=${runs}`, () => {
  test(
    'no order of what earns, spends and redeems differs from the model in an answer, a balance or a lot',
    async () => {
      const zones = fc.tuple(anyZone, anyZone, anyZone)
      // Conversions of two members with one payout destination go under review too, which the model does not know yet.
      const isOne = fc.constant(false)
      const starting = fc.record({ at: starts, zones, isRich: fc.boolean(), isOne })
      await fc.assert(
        fc.asyncProperty(
          starting,
          commands,
          commands,
          async ({ at, zones: where, isRich, isOne }, first, then) => {
            const site = await begin(at, where, isOne)
            if (isRich) await beingRich.run(site.model, site.real)
            await fc.asyncModelRun(() => site, first)
            await fc.asyncModelRun(() => site, then)
          },
        ),
        { numRuns: runs, seed },
      )
      if (runs > 20) console.info(Object.fromEntries([...seen].sort()))
      if (runs >= 200) expect(mustSee.filter((name) => !seen.has(name))).toEqual([])
      const { findings } = await reconcile(app.db)
      expect(findings.filter(({ count }) => count > 0)).toEqual([])
    },
    60_000 + runs * 20_000,
  )
})
