import * as fc from 'fast-check'

/** What random tests draw from: the same in every run, so that what passed passes again; `SUITE_SEED` tries another. */
export const suiteSeed = Number(process.env.SUITE_SEED ?? 20261122)

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: suiteSeed })
