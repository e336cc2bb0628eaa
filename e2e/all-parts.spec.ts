import { afterAll, expect, test } from 'vitest'
import { missingParts } from '#testing/all-parts/all-parts.ts'
import { allPartsRun } from '#testing/all-parts/all-parts-run.ts'
import { shortForm } from '#testing/all-parts/forms.ts'
import { endPrograms } from '#testing/processes.ts'

// Another seed each time; this one again: npm run all-parts -- --short --seed …
const seed = Date.now() % 1_000_000
const where = missingParts.length > 0 ? ` (not here: ${missingParts.join(', ')})` : ''

afterAll(endPrograms)

test.skipIf(missingParts.length > 0)(
  `each part of a large installation is killed under load and comes back, and every promise is kept (seed ${seed})${where}`,
  async () => {
    const { broken, seen, figures } = await allPartsRun({ seed, ...shortForm })
    expect(broken.slice(0, 40)).toEqual([])
    expect(seen).toHaveLength(11)
    // A short link needs none of these; without the database a process answers those that it has answered before.
    const redirects = (name: string) => seen.find((one) => one.name === name)!.services.redirects.failed
    for (const name of ['PostgreSQL, replica', 'Redis', 'Redis, wiped', 'NATS', 'ClickHouse'])
      expect(redirects(name), name).toBe(0)
    for (const name of ['first worker', 'second worker']) expect(redirects(name), name).toBe(0)
    for (const name of [
      'clicks answered',
      'conversions answered',
      'earnings unlocked',
      'redemptions answered',
    ])
      expect(figures, name).toMatchObject({ [name]: expect.toSatisfy((count: number) => count > 0) })
  },
  600_000,
)
