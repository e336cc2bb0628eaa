import { sql, type RawBuilder } from 'kysely'
import type {
  OperatedRedemption,
  OperatedRedemptionDetail,
  OperatedRedemptionPage,
  REDEMPTION_LISTS,
  REDEMPTION_SORTS,
} from '#contracts/operator-redemptions.schemas.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import { readsMembers } from '#rules/operator-permissions.ts'
import { payoutReference } from '#rules/payout-file.ts'
import {
  isInNoRun,
  isInRedemptionList,
  mismatchOrder,
  statesOfRedemptionList,
} from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  concentration,
  redemptionColumns,
  withRisk,
  type Reader,
  type RedemptionRow,
  type ShownDeps,
} from './redemption-risk.ts'

export interface OperatedRedemptionQuery {
  state: (typeof REDEMPTION_LISTS)[number]
  sort: (typeof REDEMPTION_SORTS)[number]
  kind?: DestinationKind
  uid?: string
  run?: 'none'
  limit: number
  cursor?: string
}

/** The id of a page's last redemption: its place in any order is read from it, to the microsecond. */
const place = idPlace('redemption')

type Mismatch = OperatedRedemptionDetail['mismatches'][number]

/** An attempt of a payment as its file calls it. */
function attemptOf(redemptionId: string, attempt: number): NonNullable<Mismatch['attempt']> {
  return { attempt, reference: payoutReference(redemptionId, attempt) }
}

/**
 * Redemptions of all members in a list of the console, each with its risk. Those of one are found by who may
 * read of members alone.
 */
export async function operatedRedemptions(
  db: Db,
  query: OperatedRedemptionQuery,
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemptionPage> {
  if (query.uid !== undefined && !readsMembers(reader)) return { items: [], nextCursor: null }
  const { rows } = await operatedRedemptionsSql(query).execute(db)
  const page = pageOf(rows, query.limit, ({ id }) => [id])
  return { ...page, items: await withRisk(db, page.items, reader, deps) }
}

/** Its one query, apart so that its plan can be tested: one row more than the page where another follows. */
export function operatedRedemptionsSql({
  state,
  sort,
  kind,
  uid,
  run,
  limit,
  cursor,
}: OperatedRedemptionQuery): RawBuilder<RedemptionRow> {
  const waiting = state === 'restored' ? ofRestored : state === 'mismatched' ? ofMismatched : undefined
  const order = orders[sort](waiting ?? ofRedemption)
  const page = orders[sort](ofRedemption)
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${order.after(sql`(select ${page.columns} from redemption r where r.id = ${decodeCursor(place, cursor)[0]})`)}`
  const ofKind = kind ? sql`and r.destination_kind = ${kind}` : sql``
  const ofMember = uid === undefined ? sql`` : sql`and r.uid = ${uid}`
  const inNoRun = run === 'none' ? sql`and ${isInNoRun(sql`r`)}` : sql``
  const all = statesOfRedemptionList(state)
  const narrowed = sql`${ofKind} ${ofMember} ${inNoRun} ${after} order by ${order.by} limit ${limit + 1}`
  // A part for each state of the list: each is in order by its index, and all together by no other. What waits in a table
  // of its own has its own order: it may be few among a million of its state.
  const parts = waiting
    ? [
        sql`
      (select distinct on (${order.columns}) r.* from ${waiting.from}
       where ${waiting.waits} and r.state in (${sql.join(all)}) ${narrowed})`,
      ]
    : all.map(
        (one) => sql`
      (select r.* from redemption r where ${isInRedemptionList(state, sql`r`, [one])} ${narrowed})`,
      )
  // What is looked up for each row is looked up for those of the page alone.
  return sql<RedemptionRow>`
    with page as materialized (
      select r.* from (${sql.join(parts, sql` union all `)}) r order by ${page.by} limit ${limit + 1}
    )
    ${redemptionColumns} from page r left join member m on m.uid = r.uid order by ${page.by}`
}

/** By which columns redemptions are in order. */
interface OrderedBy {
  at: RawBuilder<unknown>
  cents: RawBuilder<unknown>
  id: RawBuilder<unknown>
}

const ofRedemption: OrderedBy = { at: sql`r.requested_at`, cents: sql`r.usd_cents`, id: sql`r.id` }

/** A table of what waits for a person, in order by its own columns; a redemption may be in it more than once. */
function ofWaiting(table: string, waits: RawBuilder<boolean>) {
  return {
    at: sql`w.requested_at`,
    cents: sql`w.usd_cents`,
    id: sql`w.redemption_id`,
    from: sql`${sql.table(table)} w join redemption r on r.id = w.redemption_id`,
    waits,
  }
}

/** What was open in a restored backup. */
const ofRestored = ofWaiting('restored_payout', sql`w.checked_at is null`)
/** What a provider says otherwise. */
const ofMismatched = ofWaiting('payout_mismatch', sql`w.settled_at is null`)

const orders = {
  wait: ({ at, id }: OrderedBy) => ({
    columns: sql`${at}, ${id}`,
    by: sql`${at}, ${id}`,
    after: (last: RawBuilder<unknown>) => sql`(${at}, ${id}) > ${last}`,
  }),
  newest: ({ at, id }: OrderedBy) => ({
    columns: sql`${at}, ${id}`,
    by: sql`${at} desc, ${id} desc`,
    after: (last: RawBuilder<unknown>) => sql`(${at}, ${id}) < ${last}`,
  }),
  value: ({ cents, id }: OrderedBy) => ({
    columns: sql`${cents}, ${id}`,
    by: sql`${cents} desc, ${id} desc`,
    after: (last: RawBuilder<unknown>) => sql`(${cents}, ${id}) < ${last}`,
  }),
}

/** A redemption as operators see it in lists. Throws `not_found`. */
export async function operatedRedemption(
  db: Db,
  id: string,
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemption> {
  const { rows } = await sql<RedemptionRow>`
    ${redemptionColumns} from redemption r left join member m on m.uid = r.uid where r.id = ${id}`.execute(db)
  const [shown] = await withRisk(db, rows, reader, deps)
  if (!shown) throw problem('not_found', { detail: 'There is no such redemption.' })
  return shown
}

/** With its price, its steps and where its member earned. Throws `not_found`. */
export async function operatedRedemptionDetail(
  db: Db,
  id: string,
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemptionDetail> {
  const shown = await operatedRedemption(db, id, reader, deps)
  const { rows } = await sql<{
    uid: string
    rate: string
    feeBps: number
    paid: number
    paidUsdCents: number
    mismatches: (Omit<Mismatch, 'twice' | 'attempt'> & { attempt: number | null })[]
    counted: number | null
    timeline: OperatedRedemptionDetail['timeline']
  }>`
    select r.uid, trim_scale(q.usd_to_crels)::text as rate, q.fee_bps as "feeBps",
      before.paid, before.usd_cents as "paidUsdCents",
      (select coalesce(jsonb_agg(jsonb_build_object('said', x.said, 'detail', x.detail, 'attempt', x.attempt, 'at', x.said_at)
                        order by ${mismatchOrder}), '[]')
       from payout_mismatch x where x.redemption_id = r.id and x.settled_at is null) as mismatches,
      (select coalesce(p.paid_attempt, p.attempt) from payout p
       where p.redemption_id = r.id and p.state <> 'left_out') as counted,
      (select jsonb_agg(jsonb_build_object('state', e.state, 'at', e.at, 'by', e.author, 'reason', e.reason) order by e.seq)
       from redemption_event e where e.redemption_id = r.id) as timeline
    from redemption r join exchange_quote q on q.id = r.quote_id
    cross join lateral (
      select count(*) as paid, coalesce(sum(p.usd_cents), 0)::bigint as usd_cents from redemption p
      where p.party = r.party and p.state = 'paid' and p.id <> r.id) before
    where r.id = ${id}`.execute(db)
  const { uid, rate, feeBps, paid, paidUsdCents, mismatches, counted, timeline } = rows[0]!
  return {
    ...shown,
    rate: Number(rate),
    feeBps,
    concentration: await concentration(db, uid),
    paidBefore: { count: paid, usdCents: paidUsdCents },
    mismatches: mismatches.map(({ said, detail, attempt, at }) => ({
      said,
      detail: readsMembers(reader) ? detail : null,
      attempt: attempt === null ? null : attemptOf(id, attempt),
      twice: said === 'twice' ? { other: attemptOf(id, attempt!), counted: attemptOf(id, counted!) } : null,
      at: new Date(at).toISOString(),
    })),
    timeline: timeline.map(({ at, reason, ...step }) => ({
      ...step,
      at: new Date(at).toISOString(),
      reason: readsMembers(reader) ? reason : null,
    })),
  }
}
