import { sql, type RawBuilder } from 'kysely'
import {
  partyId,
  type OperatedDeletion,
  type OperatedDeletionPage,
} from '#contracts/operator-deletions.schemas.ts'
import { settleMinutes } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import { pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { assigneeColumn, inboxPage, inboxPlace, type InboxQuery } from './inbox-page.ts'

/** Which deletions an operator is to look at: the others are over within minutes. A deletion keeps wall time. */
export const isStuck = sql`(failed_step is not null or requested_at < now() - interval '1 hour')`

/** Why a deletion is not over, one of `DELETION_WAITS`; `deletion` names the rows. */
export const deletionWhy = (deletion: RawBuilder<unknown>) => sql`
  case when failed_step is not null then 'failing'
       when exists (
         select from redemption r
         where r.party = ${deletion}.party and r.state in ('requested', 'approved', 'sending')) then 'redemption'
       -- The last part that erases (server/account-deletion.ts).
       when not 'member' = any (done) then 'erasing'
       when requested_at > now() - make_interval(mins => ${settleMinutes}) then 'settling'
       else 'mail' end`

const requestedAtMs = sql`date_trunc('milliseconds', requested_at)`

interface Row extends Omit<OperatedDeletion, 'waitingSince' | 'failedAt' | 'settlesAt'> {
  requestedAt: Date
  failedAt: Date | null
  settlesAt: Date
}

/** Deletions that do not come to their end by themselves, the oldest first, those of who asks, or all under way. */
export async function operatedDeletions(
  db: Db,
  operatorId: string,
  query: InboxQuery,
): Promise<OperatedDeletionPage> {
  // A handful of rows: each is gone within a quarter of an hour.
  const { page, order } = inboxPage(operatorId, query, {
    name: 'deletion',
    idColumn: 'party',
    id: partyId,
    among: sql`true`,
    waits: query.show === 'mine' ? sql`true` : isStuck,
    since: requestedAtMs,
    madeAt: requestedAtMs,
  })
  const { rows } = await deletionsOf(page, order).execute(db)
  const { items, nextCursor } = pageOf(rows, query.limit, ({ id, requestedAt }) =>
    inboxPlace(query, { id, since: requestedAt, madeAt: requestedAt }),
  )
  return { items: items.map(deletionView), nextCursor }
}

/** A deletion that is not over. Throws `not_found`. */
export async function operatedDeletion(db: Db, party: string): Promise<OperatedDeletion> {
  const { rows } = await deletionsOf(
    sql`select * from deletion where party = ${party}`,
    sql`page.party`,
  ).execute(db)
  if (!rows[0]) throw problem('not_found', { detail: 'This deletion has come to its end.' })
  return deletionView(rows[0])
}

function deletionsOf(page: RawBuilder<unknown>, order: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    with page as materialized (${page})
    select page.party as id, page.requested_at as "requestedAt", page.failed_step as "failedStep",
      page.failed_at as "failedAt", cardinality(page.done) as "stepsDone",
      page.done[cardinality(page.done)] as "lastStep", ${assigneeColumn},
      page.requested_at + make_interval(mins => ${settleMinutes}) as "settlesAt",
      ${deletionWhy(sql`page`)} as why
    from page left join operator o on o.id = page.assigned_to order by ${order}`
}

function deletionView({ requestedAt, failedAt, settlesAt, ...row }: Row): OperatedDeletion {
  return {
    ...row,
    waitingSince: requestedAt.toISOString(),
    failedAt: failedAt?.toISOString() ?? null,
    settlesAt: settlesAt.toISOString(),
  }
}
