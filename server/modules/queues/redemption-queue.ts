import { sql, type RawBuilder } from 'kysely'
import type {
  OperatedRedemption,
  OperatedRedemptionDetail,
  OperatedRedemptionPage,
  REDEMPTION_SORTS,
} from '#contracts/operator-redemptions.schemas.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import { mayOperate } from '#rules/operator-permissions.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import type { PersonActor } from '#server/modules/operators/public.ts'
import {
  frozenUntil,
  screeningsOf,
  singleProviders,
  type RedemptionDeps,
} from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'

/** What the freeze, the providers and the screening of a redemption are known by. */
export type ShownDeps = Pick<RedemptionDeps, 'sinceAccountChange' | 'providers' | 'sanctions' | 'secret'>

/** Who reads: whom lists of sanctions name is for those who decide on it. */
export type Reader = Pick<PersonActor, 'role' | 'scopes'>

export interface OperatedRedemptionQuery {
  state: RedemptionState
  sort: (typeof REDEMPTION_SORTS)[number]
  kind?: DestinationKind
  uid?: string
  run?: 'none'
  limit: number
  cursor?: string
}

/** The id of a page's last redemption: its place in any order is read from it, to the microsecond. */
const place = idPlace('redemption')

interface Row {
  id: string
  uid: string
  state: RedemptionState
  stateAt: Date
  requestedAt: Date
  crels: number
  usdCents: number
  destinationKind: DestinationKind
  destinationHint: string | null
  reason: string | null
  approvedBy: string | null
  provider: string | null
  providerState: 'unknown' | 'accepted' | null
  reference: string | null
  runId: string | null
  name: string | null
  email: string | null
  country: string | null
  isDisabled: boolean
  accountAgeDays: number | null
  isFirstPayout: boolean
  sharedDestination: number
  debtCrels: number
  stoppedUntil: Date | null
}

/** Redemptions of all members in a state, each with its risk. */
export async function operatedRedemptions(
  db: Db,
  query: OperatedRedemptionQuery,
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemptionPage> {
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
}: OperatedRedemptionQuery): RawBuilder<Row> {
  const order = orders[sort]
  const after =
    cursor === undefined
      ? sql``
      : sql`and ${order.after(sql`(select ${order.columns} from redemption r where r.id = ${decodeCursor(place, cursor)[0]})`)}`
  const ofKind = kind ? sql`and r.destination_kind = ${kind}` : sql``
  const ofMember = uid === undefined ? sql`` : sql`and r.uid = ${uid}`
  const inNoRun = run === 'none' ? sql`and not exists (${inRun})` : sql``
  // What is looked up for each row is looked up for those of the page alone.
  return sql<Row>`
    with page as materialized (
      select r.* from redemption r where r.state = ${sql.lit(state)} ${ofKind} ${ofMember} ${inNoRun} ${after}
      order by ${order.by} limit ${limit + 1}
    )
    ${columns} from page r left join member m on m.uid = r.uid order by ${order.by}`
}

const orders = {
  wait: {
    columns: sql`r.requested_at, r.id`,
    by: sql`r.requested_at, r.id`,
    after: (last: RawBuilder<unknown>) => sql`(r.requested_at, r.id) > ${last}`,
  },
  newest: {
    columns: sql`r.requested_at, r.id`,
    by: sql`r.requested_at desc, r.id desc`,
    after: (last: RawBuilder<unknown>) => sql`(r.requested_at, r.id) < ${last}`,
  },
  value: {
    columns: sql`r.usd_cents, r.id`,
    by: sql`r.usd_cents desc, r.id desc`,
    after: (last: RawBuilder<unknown>) => sql`(r.usd_cents, r.id) < ${last}`,
  },
}

/** The payout run that a redemption is in. */
const inRun = sql`select p.run_id from payout p where p.redemption_id = r.id and p.state <> 'left_out'`

const columns = sql`
  select r.id, r.uid, r.state, r.state_at as "stateAt", r.requested_at as "requestedAt", r.crels,
    r.usd_cents as "usdCents", r.destination_kind as "destinationKind", r.destination_hint as "destinationHint",
    r.reason, r.approved_by as "approvedBy", r.provider, r.provider_state as "providerState", r.reference,
    (${inRun}) as "runId", coalesce(m.full_name, m.display_name) as name, m.email,
    nullif(m.country_of_residence, '') as country, coalesce(m.state = 'disabled', false) as "isDisabled",
    greatest(0, floor(extract(epoch from r.requested_at - m.created_at) / 86400))::int as "accountAgeDays",
    not exists (select from redemption p where p.party = r.party and p.state = 'paid'
                and p.requested_at < r.requested_at) as "isFirstPayout",
    (select count(distinct other.uid) from payout_destination one join payout_destination other using (fingerprint)
     where one.id = r.destination_id and other.uid <> r.uid) as "sharedDestination",
    (select coalesce(-sum(a.posted), 0)::bigint from account a
     where a.party = r.party and a.code = 'member.debt') as "debtCrels",
    (select s.until from payout_stop s where s.uid = r.uid and s.until > now()) as "stoppedUntil"`

async function withRisk(
  db: Db,
  rows: Row[],
  { role, scopes }: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemption[]> {
  const { redemption: terms } = await currentEconomy(db)
  const frozen = new Map<string, Date | null>()
  for (const { uid } of rows)
    if (!frozen.has(uid)) frozen.set(uid, frozenUntil(await deps.sinceAccountChange(uid), terms))
  const shares = await largestShares(
    db,
    rows.map(({ uid }) => uid),
  )
  const clears = 'redemption.clear-match'
  const showsMatches = mayOperate(role, clears) && (scopes?.includes(clears) ?? true)
  const screenings = await screeningsOf(db, rows, { ...deps, showsMatches })
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    stateAt: row.stateAt.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
    member: { uid: row.uid, name: row.name, email: row.email, country: row.country },
    crels: row.crels,
    usdCents: row.usdCents,
    destination: { kind: row.destinationKind, hint: row.destinationHint },
    reason: row.reason,
    approvedBy: row.approvedBy,
    provider: row.provider,
    providerState: row.providerState,
    reference: row.reference,
    runId: row.runId,
    sendableBy:
      row.state === 'approved' && row.runId === null
        ? singleProviders(row.destinationKind, deps.providers).map(({ name }) => name)
        : [],
    risk: {
      accountAgeDays: row.accountAgeDays,
      isFirstPayout: row.isFirstPayout,
      debtCrels: row.debtCrels,
      frozenUntil: frozen.get(row.uid)?.toISOString() ?? null,
      stoppedUntil: row.stoppedUntil?.toISOString() ?? null,
      sharedDestination: row.sharedDestination,
      concentrationBps: shares.get(row.uid) ?? null,
      isDisabled: row.isDisabled,
    },
    screening: screenings.get(row.id) ?? null,
  }))
}

/** Of some members, how much of what each earned in 90 days the campaign gave that earned them most. */
async function largestShares(db: Db, uids: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; shareBps: number }>`
    select uid, round(max(crels) * 10000 / sum(crels))::int as "shareBps"
    from (
      select uid, campaign_id, sum(crels - reversed_crels) as crels from earning
      where uid = any (${uids}) and ${countsForShare} group by uid, campaign_id
    ) s group by uid having sum(crels) > 0`.execute(db)
  return new Map(rows.map(({ uid, shareBps }) => [uid, shareBps]))
}

/** Earnings of which one campaign has the largest share. */
const countsForShare = sql`
  occurred_at > crels_now() - interval '90 days' and state in ('pending', 'available')`

/** A redemption as operators see it in lists. Throws `not_found`. */
export async function operatedRedemption(
  db: Db,
  id: string,
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemption> {
  const { rows } = await sql<Row>`
    ${columns} from redemption r left join member m on m.uid = r.uid where r.id = ${id}`.execute(db)
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
    rate: string
    feeBps: number
    paid: number
    paidUsdCents: number
    timeline: OperatedRedemptionDetail['timeline']
  }>`
    select trim_scale(q.usd_to_crels)::text as rate, q.fee_bps as "feeBps",
      before.paid, before.usd_cents as "paidUsdCents",
      (select jsonb_agg(jsonb_build_object('state', e.state, 'at', e.at, 'by', e.author, 'reason', e.reason) order by e.seq)
       from redemption_event e where e.redemption_id = r.id) as timeline
    from redemption r join exchange_quote q on q.id = r.quote_id
    cross join lateral (
      select count(*) as paid, coalesce(sum(p.usd_cents), 0)::bigint as usd_cents from redemption p
      where p.party = r.party and p.state = 'paid' and p.id <> r.id) before
    where r.id = ${id}`.execute(db)
  const { rate, feeBps, paid, paidUsdCents, timeline } = rows[0]!
  return {
    ...shown,
    rate: Number(rate),
    feeBps,
    concentration: await concentration(db, shown.member.uid),
    paidBefore: { count: paid, usdCents: paidUsdCents },
    timeline: timeline.map(({ at, ...step }) => ({ ...step, at: new Date(at).toISOString() })),
  }
}

/** The campaign that earned a member most in 90 days, and its share of all that they earned; null where they earned nothing. */
async function concentration(db: Db, uid: string): Promise<OperatedRedemptionDetail['concentration']> {
  const { rows } = await sql<{
    id: string
    title: string
    brand: string
    crels: number
    earnedCrels: number
  }>`
    select c.id, c.title, b.name as brand, s.crels, s.earned as "earnedCrels"
    from (
      select campaign_id, sum(crels - reversed_crels)::bigint as crels,
             (sum(sum(crels - reversed_crels)) over ())::bigint as earned
      from earning
      where uid = ${uid} and ${countsForShare}
      group by campaign_id order by 2 desc, 1 limit 1
    ) s join campaign c on c.id = s.campaign_id join brand b on b.id = c.brand_id`.execute(db)
  const most = rows[0]
  if (!most) return null
  const { crels, earnedCrels, ...campaign } = most
  return { campaign, earnedCrels, shareBps: Math.round((crels * 10_000) / earnedCrels) }
}
