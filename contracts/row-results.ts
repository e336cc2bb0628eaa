import * as z from 'zod/mini'

/** How many rows one call decides at most. */
export const ROWS_MAX = 500

/**
 * What became of each row of an act on many, in the order they were named: each is done or refused by itself. The code and
 * the detail are those of the problem that the row alone would have been answered.
 */
export const rowResults = z.object({
  done: z.int().check(z.nonnegative()),
  refused: z.int().check(z.nonnegative()),
  results: z.array(
    z.object({
      id: z.string(),
      done: z.boolean(),
      code: z.nullable(z.string()),
      detail: z.nullable(z.string()),
    }),
  ),
})
export type RowResults = z.output<typeof rowResults>

/** The ids of the rows; one that is named twice is decided once. */
export function rowIds<S extends z.ZodMiniType>(id: S) {
  return z.array(id).check(z.minLength(1), z.maxLength(ROWS_MAX))
}
