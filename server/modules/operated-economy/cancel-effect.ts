import { sql } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { isUnlooked } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'

type Cancels = NonNullable<PayoutEffects['cancels']>

interface Row {
  /** Whether they have cancelled as often as each of the settings lets them. */
  isBefore: boolean
  isAfter: boolean
  members: number
  count: number
  usdCents: number
}

/**
 * Active members who can cancel no further redemption, as `cancelBlockedUntil` has it, and what of theirs they could cancel
 * otherwise. Both settings are read as somebody cancels, so another limit counts at once what was cancelled before it.
 */
export async function cancelEffect(
  db: Db,
  { redemption: before }: Economy,
  { redemption: after }: Economy,
): Promise<Cancels> {
  const within = (days: number) => sql`state_at > crels_now() - make_interval(days => ${days}::int)`
  const { rows } = await sql<Row>`
    with cancelled as (
      select party, count(*) filter (where ${within(before.cancelsDays)}) as before,
        count(*) filter (where ${within(after.cancelsDays)}) as after
      from redemption
      where state = 'cancelled' and ${within(Math.max(before.cancelsDays, after.cancelsDays))} group by party
    ), at_limit as (
      select m.party, coalesce(c.before, 0) >= ${before.cancelsMax}::int as before,
        coalesce(c.after, 0) >= ${after.cancelsMax}::int as after
      from member m left join cancelled c on c.party = m.party where m.state = 'active'
    ), waiting as (
      select r.party, count(*) as count, sum(r.usd_cents) as usd_cents from redemption r
      where r.state = 'requested' and not ${isUnlooked(sql`r.id`)} group by r.party
    )
    select l.before as "isBefore", l.after as "isAfter", count(*)::int as members,
      coalesce(sum(w.count), 0)::int as count, coalesce(sum(w.usd_cents), 0)::bigint as "usdCents"
    from at_limit l left join waiting w on w.party = l.party
    where l.before or l.after group by l.before, l.after`.execute(db)
  return {
    before: sumOf(rows.filter(({ isBefore }) => isBefore)),
    after: sumOf(rows.filter(({ isAfter }) => isAfter)),
    newlyMembers: sumOf(rows.filter(({ isBefore }) => !isBefore)).members,
  }
}

function sumOf(rows: readonly Row[]): Cancels['before'] {
  const sum = (of: 'members' | 'count' | 'usdCents') => rows.reduce((total, row) => total + row[of], 0)
  return { members: sum('members'), redemptions: { count: sum('count'), usdCents: sum('usdCents') } }
}
