import * as z from 'zod/mini'
import { idSchema, type IdKind } from '#contracts/ids.ts'
import type { Page } from '#contracts/paging.ts'
import { problem } from './problems.ts'

/** A time in a cursor: milliseconds since 1970, as far as dates reach. */
export const cursorTime = z.int().check(z.nonnegative(), z.maximum(8.64e15))

/** Where a list by id goes on: after the last id of the page before. */
export function idPlace(kind: IdKind) {
  return z.tuple([idSchema(kind)])
}

/**
 * One page out of `rows`, which are one more than the page where another follows. `placeOf` gives the position of the
 * page's last row in the list's order, for `decodeCursor` to read again.
 */
export function pageOf<T>(rows: T[], limit: number, placeOf: (last: T) => unknown): Page<T> {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, nextCursor: last && rows.length > limit ? encodeCursor(placeOf(last)) : null }
}

/** The `nextCursor` of a list: the position of its last item, opaque to the caller. */
function encodeCursor(place: unknown): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url')
}

/** Reads a cursor that `encodeCursor` made for this list; throws `validation_failed` for any other text. */
export function decodeCursor<S extends z.ZodMiniType>(schema: S, cursor: string): z.output<S> {
  const place = z.safeParse(schema, parsed(cursor))
  if (place.success) return place.data
  const issue = { path: 'query.cursor', code: 'invalid_cursor', message: 'This cursor is not of this list' }
  throw problem('validation_failed', { members: { issues: [issue] } })
}

function parsed(cursor: string): unknown {
  if (!/^[\w-]+$/.test(cursor)) return undefined
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    return undefined
  }
}
