import type { AllPartsOptions } from './all-parts-run.ts'

type Form = Pick<AllPartsOptions, 'crowd' | 'rounds' | 'awayMs' | 'comparesEach'>

/** In the suite: each part once, under a load that leaves the machine to the other tests. */
export const shortForm: Form = {
  crowd: { visitors: 1, brandServers: 1 },
  rounds: 1,
  awayMs: [300, 800],
  comparesEach: false,
}

/** By command: each part some times, and away for long enough that what has a time limit meets it. */
export const longForm: Form = {
  crowd: { visitors: 4, brandServers: 2 },
  rounds: 2,
  awayMs: [2_000, 8_000],
  comparesEach: true,
}
