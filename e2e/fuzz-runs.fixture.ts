import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { suiteSeed } from '#testing/suite-seed.ts'

/** How many requests each property tries: few in the suite, thousands by `npm run fuzz`. */
export const fuzzRuns = Number(process.env.FUZZ_RUNS ?? 5)

/** The suite's, and drawn anew for each longer run; in the name of the tests, and `FUZZ_SEED` repeats one. */
export const fuzzSeed = Number(
  process.env.FUZZ_SEED ?? (process.env.FUZZ_RUNS === undefined ? suiteSeed : randomInt(2 ** 31)),
)

/** As long as the runs may take, in milliseconds. */
export const fuzzTimeoutMs = 300_000 + fuzzRuns * 200

/** Tries a property; a failure names the seed and the smallest request that fails. */
export async function tryMany<T>(
  requests: fc.Arbitrary<T>,
  holds: (request: T) => Promise<void>,
  runs = fuzzRuns,
): Promise<void> {
  await fc.assert(fc.asyncProperty(requests, holds), {
    numRuns: runs,
    seed: fuzzSeed,
    endOnFailure: runs > 1000,
  })
}
