import { afterAll, expect, test } from 'vitest'
import { killRun } from '#testing/kill-run/kill-run.ts'
import { planShort } from '#testing/kill-run/plan.ts'
import { endPrograms } from '#testing/processes.ts'

// Another seed each time; this one again: npm run kill-run -- --short --seed …
const seed = Date.now() % 1_000_000

afterAll(endPrograms)

test(`kills under load take nothing that was acknowledged, and need no hand (seed ${seed})`, async () => {
  const { broken, figures } = await killRun({ plan: planShort(seed), settings: { DEMO_DATA: 'false' } })
  expect(broken.slice(0, 40)).toEqual([])
  for (const done of ['clicks answered', 'conversions answered', 'refunds answered', 'earnings unlocked'])
    expect(figures, done).toMatchObject({ [done]: expect.toSatisfy((count: number) => count > 0) })
}, 300_000)
