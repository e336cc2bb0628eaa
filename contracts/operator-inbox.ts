import * as z from 'zod/mini'
import { idSchema } from './ids.ts'
import { INBOX_SHOWS } from './operator-inbox.constants.ts'
import { pageQuery } from './paging.ts'
import { time } from './shapes.ts'

/** The query of an inbox. */
export const inboxQuery = { show: z._default(z.enum(INBOX_SHOWS), 'open'), ...pageQuery }

/** Who works on a row, and since when; null is no one. */
export const assignee = z.nullable(z.object({ id: z.string(), name: z.string(), at: time }))

/** Takes a row, where `from` is who the operator saw working on it: another is a conflict. */
export const takeBody = z.strictObject({ from: z.nullable(idSchema('operator')) })
