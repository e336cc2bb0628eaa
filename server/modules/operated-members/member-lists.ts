import * as z from 'zod/mini'
import { idSchema, type IdKind } from '#contracts/ids.ts'
import type { MemberList, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { awardsOf } from '#server/modules/ledger/public.ts'
import {
  listAuditEntries,
  recordMemberView,
  type AuditEntry,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { campaignRows, linkRows, redemptionRows, requestRows } from './member-list-sql.ts'
import type { OperatedMemberDeps } from './member-record.ts'

type Row<K extends MemberList> = OperatedMemberView[K][number]

interface Asked {
  uid: string
  limit: number
  cursor?: string | undefined
}

const seqPlace = z.tuple([z.int().check(z.positive())])
const transactionPlace = z.tuple([idSchema('transaction')])

/**
 * The lists of which a member's record has the newest, whole and by pages: each look is written into the log, once in
 * ten minutes.
 */
export const memberLists = {
  links: reading(async ({ db, uid, limit, cursor }): Promise<Page<Row<'links'>>> => {
    const query = linkRows<Row<'links'>>(uid, { limit: limit + 1, before: idIn(cursor, 'link') })
    return pageOf((await query.execute(db)).rows, limit, ({ id }) => [id])
  }),
  campaigns: reading(async ({ db, uid, limit, cursor }): Promise<Page<Row<'campaigns'>>> => {
    const before = idIn(cursor, 'enrolment')
    const query = campaignRows<Row<'campaigns'>>(uid, { limit: limit + 1, before })
    return pageOf((await query.execute(db)).rows, limit, ({ enrolmentId }) => [enrolmentId])
  }),
  redemptions: reading(async ({ db, party, limit, cursor }): Promise<Page<Row<'redemptions'>>> => {
    const before = idIn(cursor, 'redemption')
    const query = redemptionRows<Row<'redemptions'>>(party, { limit: limit + 1, before })
    return pageOf((await query.execute(db)).rows, limit, ({ id }) => [id])
  }),
  rewards: reading(async ({ db, party, limit, cursor }): Promise<Page<Row<'rewards'>>> => {
    const before = cursor === undefined ? undefined : decodeCursor(transactionPlace, cursor)[0]
    const awards = await awardsOf(db, party, { limit, before })
    return pageOf(
      awards.map(({ at, ...award }) => ({ ...award, at: at.toISOString() })),
      limit,
      ({ transactionId }) => [transactionId],
    )
  }),
  requests: reading(async ({ db, uid, limit, cursor }): Promise<Page<Row<'requests'>>> => {
    const before = idIn(cursor, 'supportRequest')
    const query = requestRows<Row<'requests'>>(uid, { limit: limit + 1, before })
    return pageOf((await query.execute(db)).rows, limit, ({ id }) => [id])
  }),
  events: reading(async ({ uid, limit, cursor, deps }): Promise<Page<Row<'events'>>> => {
    const before = cursor === undefined ? undefined : decodeCursor(seqPlace, cursor)[0]
    const events = await deps.members.events(uid, { before, limit: limit + 1 })
    const page = pageOf(events, limit, ({ id }) => [id])
    return {
      ...page,
      items: page.items.map(({ kind, note, at }) => ({ kind, note, at: at.toISOString() })),
    }
  }),
  acts: reading(async ({ db, reader, uid, limit, cursor, deps }): Promise<Page<Row<'acts'>>> => {
    const beforeSeq = cursor === undefined ? undefined : decodeCursor(seqPlace, cursor)[0]
    const query = { target: uid, beforeSeq, limit: limit + 1 }
    const acts = await listAuditEntries(db, query, { reader, secret: deps.secret })
    const page = pageOf(acts, limit, ({ seq }) => [seq])
    return { ...page, items: page.items.map(actView) }
  }),
}

function idIn(cursor: string | undefined, kind: IdKind): string | undefined {
  return cursor === undefined ? undefined : decodeCursor(idPlace(kind), cursor)[0]
}

/** An act on a member, with its reason in clear for who may see it. */
export function actView({ id, at, by, action, reason, personal }: AuditEntry): Row<'acts'> {
  return {
    id,
    at: at.toISOString(),
    by,
    action,
    reason: (typeof personal === 'object' ? personal?.reason : undefined) ?? reason,
    isReasonKept: personal === 'confidential',
  }
}

interface Of extends Asked {
  db: Db
  reader: PersonActor
  party: string
  deps: OperatedMemberDeps
}

/** A page of a list of a member, who has to be there. Throws `not_found`. */
function reading<T>(read: (of: Of) => Promise<Page<T>>) {
  return async (db: Db, actor: PersonActor, asked: Asked, deps: OperatedMemberDeps): Promise<Page<T>> => {
    const { party } = requirePresent(await findMember(db, asked.uid))
    await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid: asked.uid }))
    return await read({ ...asked, db, reader: actor, party, deps })
  }
}
