import { sql, type RawBuilder } from 'kysely'

/** Whether the asker of a request, or who was written to, has written, as a column of a statement. */
export function hasReplied(requestId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`exists (
    select from support_message w where w.request_id = ${requestId} and w.author = 'asker') as "hasReplied"`
}
