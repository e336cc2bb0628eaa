import { sql, type RawBuilder } from 'kysely'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'

/** A redemption with what its quote froze. */
export interface RedemptionRow {
  id: string
  uid: string
  party: string
  quoteId: string
  crels: number
  usdCents: number
  holdId: string
  destinationId: string | null
  destinationKind: DestinationKind
  destinationHint: string | null
  state: RedemptionState
  stateAt: Date
  reason: string | null
  approvedBy: string | null
  provider: string | null
  providerState: 'unknown' | 'accepted' | null
  reference: string | null
  /** The day of its payment, `YYYY-MM-DD`; null before. */
  paidOn: string | null
  requestedAt: Date
  direction: 'usd' | 'crels'
  usdToCrels: string
  feeBps: number
  baseCrels: number | null
  feeCrels: number | null
  grossUsdCents: number | null
  feeUsdCents: number | null
  timeline: { state: RedemptionState; at: string }[]
  /** It was open in a restored backup, and nobody has looked whether it was paid since. */
  waitsForLook: boolean
  /** Its payment in a payout run is known not to have arrived, and waits for a decision or for another file. */
  cameBack: boolean
}

/** In a query: whether the redemption of this id was open in a restored backup, and nobody has looked at it. */
export const isUnlooked = (id: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from restored_payout w where w.redemption_id = ${id} and w.checked_at is null)`

const rows = sql`
  select r.id, r.uid, r.party, r.quote_id as "quoteId", r.crels, r.usd_cents as "usdCents", r.hold_id as "holdId",
         r.destination_id as "destinationId", r.destination_kind as "destinationKind",
         r.destination_hint as "destinationHint", r.state, r.state_at as "stateAt", r.reason,
         r.approved_by as "approvedBy", r.provider, r.provider_state as "providerState", r.reference,
         r.paid_on::text as "paidOn", r.requested_at as "requestedAt", q.direction,
         trim_scale(q.usd_to_crels)::text as "usdToCrels", q.fee_bps as "feeBps", q.base_crels as "baseCrels",
         q.fee_crels as "feeCrels", q.gross_usd_cents as "grossUsdCents", q.fee_usd_cents as "feeUsdCents",
         (select jsonb_agg(jsonb_build_object('state', e.state, 'at', e.at) order by e.seq)
          from redemption_event e where e.redemption_id = r.id) as timeline,
         ${isUnlooked(sql`r.id`)} as "waitsForLook",
         -- The first condition is that of the index payout_once.
         r.state = 'sending' and exists (
           select from payout p
           where p.redemption_id = r.id and p.state <> 'left_out' and p.state in ('exception', 'retry')) as "cameBack"
  from redemption r join exchange_quote q on q.id = r.quote_id`

export interface NewRedemption {
  id: string
  uid: string
  party: string
  quoteId: string
  crels: number
  usdCents: number
  holdId: string
  destination: { id: string; kind: DestinationKind; hint: string }
}

/** Records a redemption as requested, with the first line of its timeline. */
export async function insertRedemption(tx: Tx, redemption: NewRedemption): Promise<void> {
  const { destination } = redemption
  await sql`
    with made as (
      insert into redemption (id, uid, party, quote_id, crels, usd_cents, hold_id, destination_id, destination_kind,
                              destination_hint, state)
      values (${redemption.id}, ${redemption.uid}, ${redemption.party}, ${redemption.quoteId}, ${redemption.crels},
              ${redemption.usdCents}, ${redemption.holdId}, ${destination.id}, ${destination.kind},
              ${destination.hint}, 'requested')
      returning id
    )
    insert into redemption_event (redemption_id, state, author) select id, 'requested', 'member' from made`.execute(
    tx,
  )
}

export async function findRedemption(db: Db, id: string): Promise<RedemptionRow | undefined> {
  return (await sql<RedemptionRow>`${rows} where r.id = ${id}`.execute(db)).rows[0]
}

/** Those of a condition on `r`, those that wait longest first. */
export async function redemptionsAmong(db: Db, condition: RawBuilder<unknown>): Promise<RedemptionRow[]> {
  return (await sql<RedemptionRow>`${rows} where ${condition} order by r.requested_at, r.id`.execute(db)).rows
}

/** The redemption, locked until the transaction ends. */
export async function lockRedemption(tx: Tx, id: string): Promise<RedemptionRow | undefined> {
  await sql`select from redemption where id = ${id} for update`.execute(tx)
  return await findRedemption(tx, id)
}

/** The payout run that has a redemption; null where none does. Under its lock no run takes it meanwhile. */
export async function runOf(tx: Tx, id: string): Promise<string | null> {
  const { rows: found } = await sql<{ runId: string }>`
    select run_id as "runId" from payout where redemption_id = ${id} and state <> 'left_out'`.execute(tx)
  return found[0]?.runId ?? null
}

/** What changes with a step; what is not named stays. */
export interface Step {
  state: RedemptionState
  author: string
  reason?: string
  approvedBy?: string
  provider?: string
  providerState?: 'unknown' | 'accepted'
  reference?: string
  paidOn?: string | undefined
}

/** Moves a locked redemption to its next state and writes that into its timeline. */
export async function moveRedemption(tx: Tx, id: string, step: Step): Promise<void> {
  const { state, author, reason, approvedBy, provider, providerState, reference, paidOn } = step
  await sql`
    with moved as (
      update redemption set state = ${state}, state_at = crels_now(), reason = coalesce(${reason ?? null}, reason),
        approved_by = coalesce(${approvedBy ?? null}, approved_by), provider = coalesce(${provider ?? null}, provider),
        provider_state = coalesce(${providerState ?? null}, provider_state),
        reference = coalesce(${reference ?? null}, reference), paid_on = coalesce(${paidOn ?? null}::date, paid_on)
      where id = ${id} returning id, uid = party as is_gone
    )
    insert into redemption_event (redemption_id, state, author, reason)
    select id, ${state}, ${author}, case when not is_gone then ${reason ?? null}::text end from moved`.execute(
    tx,
  )
}

/** The provider is known to have it, and perhaps what it calls it. */
export async function markAccepted(tx: Tx, id: string, reference: string | null): Promise<void> {
  await sql`
    update redemption set provider_state = 'accepted', reference = coalesce(${reference}, reference)
    where id = ${id}`.execute(tx)
}

/** Keeps what a provider named that may be a payout, by which it is looked up; whether it has it is as it was. */
export async function recordReference(tx: Tx, id: string, reference: string): Promise<void> {
  await sql`update redemption set reference = ${reference} where id = ${id} and reference is null`.execute(tx)
}

export interface RedemptionList {
  party: string
  state?: RedemptionState
  limit: number
  before?: { at: Date; id: string }
}

/** A member's redemptions, newest first, one more than the limit where there are more. */
export function redemptionsSql({ party, state, limit, before }: RedemptionList) {
  const inState = state ? sql`and r.state = ${state}` : sql``
  const after = before ? sql`and (r.requested_at, r.id) < (${before.at}, ${before.id})` : sql``
  return sql<RedemptionRow>`
    ${rows} where r.party = ${party} ${inState} ${after}
    order by r.requested_at desc, r.id desc limit ${limit + 1}`
}

/** Redemptions for operators, those that wait longest first. */
export async function redemptionsIn(db: Db, query: OperatedQuery): Promise<RedemptionRow[]> {
  const { rows: found } =
    await sql<RedemptionRow>`${rows} where ${asked(query)} order by r.requested_at, r.id limit ${query.limit}`.execute(
      db,
    )
  return found
}

export interface OperatedQuery {
  state?: RedemptionState
  limit: number
  /** The id of the last one before. */
  after?: string
}

/** How many there are, from where the list begins. */
export async function countRedemptions(db: Db, query: OperatedQuery): Promise<number> {
  const { rows: found } = await sql<{ count: number }>`
    select count(*) as count from redemption r where ${asked(query)}`.execute(db)
  return found[0]!.count
}

function asked({ state, after }: OperatedQuery) {
  const inState = state ? sql`r.state = ${sql.lit(state)}` : sql`true`
  const later = after
    ? sql`(r.requested_at, r.id) > (select requested_at, id from redemption where id = ${after})`
    : sql`true`
  return sql`${inState} and ${later}`
}

/** Whether anything of a member is under way, which keeps their account for now. */
export async function hasUnderWay(db: Db, party: string): Promise<boolean> {
  const { rows: found } = await sql`
    select from redemption where party = ${party} and state in ('requested', 'approved', 'sending') limit 1`.execute(
    db,
  )
  return found.length > 0
}

/** Whether a redemption is on its way to a destination. */
export async function isOnItsWay(db: Db, destinationId: string): Promise<boolean> {
  const { rows: found } = await sql`
    select from redemption where destination_id = ${destinationId} and state in ('requested', 'approved', 'sending')
    limit 1`.execute(db)
  return found.length > 0
}

/** When a member cancelled redemptions within some days, in milliseconds since 1970. */
export async function cancelTimes(db: Db, party: string, days: number): Promise<number[]> {
  const { rows: found } = await sql<{ at: Date }>`
    select state_at as at from redemption
    where party = ${party} and state = 'cancelled' and state_at > crels_now() - make_interval(days => ${days})`.execute(
    db,
  )
  return found.map(({ at }) => at.getTime())
}

/**
 * Redemptions whose provider has not said whether it has them, and of `followed` providers all that are being sent, for at
 * least a minute; some after one, by their id.
 */
export async function openPayouts(
  db: Db,
  { followed, after, limit }: { followed: string[]; after: string; limit: number },
): Promise<{ id: string; provider: string }[]> {
  const { rows: found } = await sql<{ id: string; provider: string }>`
    select id, provider from redemption
    where state = 'sending' and (provider_state = 'unknown' or provider = any (${followed}))
      and state_at < crels_now() - interval '1 minute' and id > ${after}
    order by id limit ${limit}`.execute(db)
  return found
}

/** The states of parties' redemptions: a text for each that differs after every change of a state. */
export async function redemptionVersions(db: Db, parties: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ party: string; version: string }>`
    select r.party, max(e.seq)::text as version from redemption r join redemption_event e on e.redemption_id = r.id
    where r.party = any (${parties}) group by r.party`.execute(db)
  return new Map(rows.map(({ party, version }) => [party, version]))
}
