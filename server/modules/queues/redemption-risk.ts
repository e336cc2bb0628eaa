import { sql, type RawBuilder } from 'kysely'
import type { OperatedRedemption, OperatedRedemptionDetail } from '#contracts/operator-redemptions.schemas.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import { isAllowed, readsMembers } from '#rules/operator-permissions.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { PersonActor } from '#server/modules/operators/public.ts'
import {
  frozenAmong,
  isUnlooked,
  mismatchOrder,
  screeningsOf,
  singleProviders,
  type RedemptionDeps,
} from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What the freeze, the providers and the screening of a redemption are known by. */
export type ShownDeps = Pick<RedemptionDeps, 'sinceAccountChangesOf' | 'providers' | 'sanctions' | 'secret'>

/** Who reads: members are named to who may read of them, and whom lists of sanctions name to those who decide on it. */
export type Reader = Pick<PersonActor, 'role' | 'scopes'>

/** A redemption with what its risk is read from. */
export interface RedemptionRow {
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
  paidOn: string | null
  runId: string | null
  waitsForLook: boolean
  mismatch: OperatedRedemption['mismatch']
  mismatchAttempt: number | null
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

/** The payout run that a redemption is in. */
const inRun = sql`select p.run_id from payout p where p.redemption_id = r.id and p.state <> 'left_out'`

/** What its provider says against it, and nobody has settled. */
const openMismatch = (column: RawBuilder<unknown>) => sql`
  (select ${column} from payout_mismatch x where x.redemption_id = r.id and x.settled_at is null
   order by ${mismatchOrder} limit 1)`

/** The columns of a `RedemptionRow`, of the redemption `r` and its member `m`. */
export const redemptionColumns = sql`
  select r.id, r.uid, r.state, r.state_at as "stateAt", r.requested_at as "requestedAt", r.crels,
    r.usd_cents as "usdCents", r.destination_kind as "destinationKind", r.destination_hint as "destinationHint",
    r.reason, r.paid_on::text as "paidOn", r.approved_by as "approvedBy", r.provider, r.provider_state as "providerState", r.reference,
    (${inRun}) as "runId", ${isUnlooked(sql`r.id`)} as "waitsForLook", ${openMismatch(sql`x.said`)} as mismatch,
    ${openMismatch(sql`x.attempt`)} as "mismatchAttempt",
    coalesce(m.full_name, m.display_name) as name, m.email,
    nullif(m.country_of_residence, '') as country, coalesce(m.state = 'disabled', false) as "isDisabled",
    greatest(0, floor(extract(epoch from r.requested_at - m.created_at) / 86400))::int as "accountAgeDays",
    not exists (select from redemption p where p.party = r.party and p.state = 'paid'
                and p.requested_at < r.requested_at) as "isFirstPayout",
    (select count(distinct other.uid) from payout_destination one join payout_destination other using (payee)
     where one.id = r.destination_id and other.uid <> r.uid) as "sharedDestination",
    (select coalesce(-sum(a.posted), 0)::bigint from account a
     where a.party = r.party and a.code = 'member.debt') as "debtCrels",
    (select s.until from payout_stop s where s.uid = r.uid and s.until > now()) as "stoppedUntil"`

/**
 * Redemptions as operators see them: each with its risk, who could pay it and what was found in lists of sanctions. What
 * says whose it is, the words for them too, is for who may read of members.
 */
export async function withRisk(
  db: Db,
  rows: RedemptionRow[],
  reader: Reader,
  deps: ShownDeps,
): Promise<OperatedRedemption[]> {
  const uids = rows.map(({ uid }) => uid)
  const frozen = await frozenAmong(db, await deps.sinceAccountChangesOf(uids))
  const shares = await largestShares(db, uids)
  const clears = 'redemption.clear-match'
  const showsMatches = isAllowed(reader, clears)
  const screenings = await screeningsOf(db, rows, { ...deps, showsMatches })
  const isNamed = readsMembers(reader)
  return rows.map((row) => ({
    id: row.id,
    state: row.state,
    stateAt: row.stateAt.toISOString(),
    requestedAt: row.requestedAt.toISOString(),
    member: isNamed ? { uid: row.uid, name: row.name, email: row.email, country: row.country } : null,
    crels: row.crels,
    usdCents: row.usdCents,
    destination: { kind: row.destinationKind, hint: isNamed ? row.destinationHint : null },
    reason: isNamed ? row.reason : null,
    approvedBy: row.approvedBy,
    provider: row.provider,
    providerState: row.providerState,
    reference: row.reference,
    paidOn: row.paidOn,
    runId: row.runId,
    waitsForLook: row.waitsForLook,
    mismatch: row.mismatch,
    mismatchAttempt: row.mismatchAttempt,
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

/**
 * The campaign that earned a member most in 90 days, and its share of all that they earned; null where they earned
 * nothing.
 */
export async function concentration(db: Db, uid: string): Promise<OperatedRedemptionDetail['concentration']> {
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
