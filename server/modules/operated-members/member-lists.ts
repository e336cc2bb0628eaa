import { sql } from 'kysely'
import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { MemberList, OperatedMemberView } from '#contracts/operator-members.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { findMember, requirePresent } from '#server/modules/accounts/public.ts'
import { awardsOf } from '#server/modules/ledger/public.ts'
import {
  listAuditEntries,
  recordMemberView,
  type AuditEntry,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { OperatedMemberDeps } from './member-record.ts'

type Row<K extends MemberList> = OperatedMemberView[K][number]

interface Asked {
  uid: string
  limit: number
  cursor?: string | undefined
}

const seqPlace = z.tuple([z.int().check(z.positive())])
const transactionPlace = z.tuple([idSchema('transaction')])

/** The lists of which a member's record has the newest, whole and by pages: each look is written into the log, once in ten minutes. */
export const memberLists = {
  links: reading(async ({ db, uid, limit, cursor }): Promise<Page<Row<'links'>>> => {
    const before = cursor === undefined ? sql`` : sql`and l.id < ${decodeCursor(idPlace('link'), cursor)[0]}`
    const { rows } = await sql<Omit<Row<'links'>, 'createdAt'> & { createdAt: Date }>`
      select l.id, l.code, l.kind, l.state, l.destination_url as destination, l.created_at as "createdAt"
      from link l where l.owner_uid = ${uid} and l.removed_at is null ${before}
      order by l.id desc limit ${limit + 1}`.execute(db)
    return pageOf(
      rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })),
      limit,
      ({ id }) => [id],
    )
  }),
  campaigns: reading(async ({ db, uid, limit, cursor }): Promise<Page<Row<'campaigns'>>> => {
    const before =
      cursor === undefined
        ? sql``
        : sql`and (e.applied_at, e.id) <
            (select f.applied_at, f.id from enrolment f where f.id = ${decodeCursor(idPlace('enrolment'), cursor)[0]})`
    const { rows } = await sql<
      Omit<Row<'campaigns'>, 'appliedAt'> & { appliedAt: Date; enrolmentId: string }
    >`
      select c.id, c.title, b.name as brand, e.state, e.applied_at as "appliedAt", e.id as "enrolmentId"
      from enrolment e join campaign c on c.id = e.campaign_id join brand b on b.id = c.brand_id
      where e.uid = ${uid} ${before} order by e.applied_at desc, e.id desc limit ${limit + 1}`.execute(db)
    const page = pageOf(rows, limit, ({ enrolmentId }) => [enrolmentId])
    return {
      ...page,
      items: page.items.map(({ enrolmentId: _, appliedAt, ...row }) => ({
        ...row,
        appliedAt: appliedAt.toISOString(),
      })),
    }
  }),
  redemptions: reading(async ({ db, party, limit, cursor }): Promise<Page<Row<'redemptions'>>> => {
    const before =
      cursor === undefined
        ? sql``
        : sql`and (r.requested_at, r.id) <
            (select f.requested_at, f.id from redemption f where f.id = ${decodeCursor(idPlace('redemption'), cursor)[0]})`
    const { rows } = await sql<Omit<Row<'redemptions'>, 'requestedAt'> & { requestedAt: Date }>`
      select r.id, r.state, r.crels, r.usd_cents as "usdCents", r.requested_at as "requestedAt"
      from redemption r where r.party = ${party} ${before}
      order by r.requested_at desc, r.id desc limit ${limit + 1}`.execute(db)
    return pageOf(
      rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() })),
      limit,
      ({ id }) => [id],
    )
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
  events: reading(async ({ uid, limit, cursor, deps }): Promise<Page<Row<'events'>>> => {
    const before = cursor === undefined ? undefined : decodeCursor(seqPlace, cursor)[0]
    const events = await deps.members.events(uid, { before, limit: limit + 1 })
    const page = pageOf(events, limit, ({ id }) => [id])
    return {
      ...page,
      items: page.items.map(({ kind, note, at }) => ({ kind, note, at: at.toISOString() })),
    }
  }),
  acts: reading(async ({ db, uid, limit, cursor, deps }): Promise<Page<Row<'acts'>>> => {
    const beforeSeq = cursor === undefined ? undefined : decodeCursor(seqPlace, cursor)[0]
    const acts = await listAuditEntries(db, { target: uid, beforeSeq, limit: limit + 1 }, deps.secret)
    const page = pageOf(acts, limit, ({ seq }) => [seq])
    return { ...page, items: page.items.map(actView) }
  }),
}

/** An act on a member, with its reason in clear. */
export function actView({ id, at, by, action, reason, personal }: AuditEntry): Row<'acts'> {
  return {
    id,
    at: at.toISOString(),
    by,
    action,
    reason: (typeof personal === 'object' ? personal?.reason : undefined) ?? reason,
  }
}

interface Of extends Asked {
  db: Db
  party: string
  deps: OperatedMemberDeps
}

/** A page of a list of a member, who has to be there. Throws `not_found`. */
function reading<T>(read: (of: Of) => Promise<Page<T>>) {
  return async (db: Db, actor: OperatorActor, asked: Asked, deps: OperatedMemberDeps): Promise<Page<T>> => {
    const { party } = requirePresent(await findMember(db, asked.uid))
    await inTransaction(db, async (tx) => await recordMemberView(tx, actor, { uid: asked.uid }))
    return await read({ ...asked, db, party, deps })
  }
}
