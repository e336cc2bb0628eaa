import * as z from 'zod/mini'
import { idSchema, type IdKind } from '#contracts/ids.ts'

/** Where a list by id, the newest first, goes on: after the last id of the page before. */
export function idPlace(kind: IdKind) {
  return z.tuple([idSchema(kind)])
}
