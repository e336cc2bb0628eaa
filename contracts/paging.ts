import * as z from 'zod/mini'

/** The query of every list: how many, and where the previous page ended. */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(300))),
}

/** One page of a list; `nextCursor` is null on the last. */
export interface Page<T> {
  items: T[]
  nextCursor: string | null
}
