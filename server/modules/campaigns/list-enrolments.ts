import { sql } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { Page } from '#contracts/paging.ts'
import type { EnrolmentState } from '#rules/enrolment-state.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { enrolmentColumns, type EnrolmentRow } from './enrolment-queries.ts'

export interface EnrolmentQuery {
  state?: EnrolmentState
  limit: number
  cursor?: string
}

/** When the last one of a page was applied for, in milliseconds since 1970, and its id. */
const place = z.tuple([cursorTime, idSchema('enrolment')])

/** One page of a member's enrolments, those applied for or joined last first. */
export async function listEnrolments(
  db: Db,
  actor: Pick<MemberActor, 'uid'>,
  query: EnrolmentQuery,
): Promise<Page<EnrolmentRow>> {
  const { rows } = await enrolmentsSql(actor.uid, query).execute(db)
  return pageOf(rows, query.limit, (last) => [last.appliedAt.getTime(), last.id])
}

/** The list's one query, apart so that its plan can be tested. */
export function enrolmentsSql(uid: string, { state, limit, cursor }: EnrolmentQuery) {
  const ofState = state === undefined ? sql`` : sql`and e.state = ${state}`
  const [appliedAt, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const after =
    appliedAt === undefined ? sql`` : sql`and (e.applied_at, e.id) < (${new Date(appliedAt)}, ${id})`
  return sql<EnrolmentRow>`
    select ${enrolmentColumns} from enrolment e
    where e.uid = ${uid} ${ofState} ${after}
    order by e.applied_at desc, e.id desc limit ${limit + 1}`
}
