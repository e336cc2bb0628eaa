import { afterAll, expect, test } from 'vitest'
import { killRun } from '#testing/kill-run/kill-run.ts'
import { planShort } from '#testing/kill-run/plan.ts'
import { endPrograms } from '#testing/processes.ts'

// Another seed each time; this one again: npm run kill-run -- --short --seed …
const seed = Date.now() % 1_000_000
// As often one process with its own database as two, and a worker, behind one: --processes 2.
const processes = 1 + (seed % 2)

afterAll(endPrograms)

test(`kills under load take nothing that was acknowledged, and need no hand (seed ${seed}, processes ${processes})`, async () => {
  const { broken, figures } = await killRun({
    plan: planShort(seed, processes),
    processes,
    settings: { DEMO_DATA: 'false' },
  })
  expect(broken.slice(0, 40)).toEqual([])
  const done = [
    'clicks answered',
    'conversions answered',
    'refunds answered',
    'earnings unlocked',
    'crels paid for clicks',
  ]
  const claimed = ['check-ins granted', 'monthly claims granted', 'quotes answered', 'redemptions answered']
  for (const name of [...done, ...claimed, 'orders answered'])
    expect(figures, name).toMatchObject({ [name]: expect.toSatisfy((count: number) => count > 0) })
}, 300_000)
