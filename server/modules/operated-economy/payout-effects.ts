import { sql, type RawBuilder } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import type { PayoutTerms } from '#rules/payout-eligibility.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import type { Db } from '#server/platform/database.ts'
import { taxFormEffect } from './tax-form-effect.ts'

type Who = NonNullable<PayoutEffects['who']>['before']

/**
 * What other settings change for who is paid: whom age and country refuse, who is asked for a tax form, and which forms of
 * members who left are kept. Null of each where its settings stay.
 */
export async function payoutEffects(db: Db, before: Economy, after: Economy): Promise<PayoutEffects> {
  const differs = <Part extends keyof Economy>(part: Part, names: (keyof Economy[Part])[]) =>
    names.some((name) => JSON.stringify(before[part][name]) !== JSON.stringify(after[part][name]))
  return {
    who: differs('redemption', ['minimumAge', 'blockedCountries'])
      ? await whoEffect(db, before, after)
      : null,
    taxForms: differs('tax', ['regime', 'thresholdUsdCents']) ? await taxFormEffect(db, before, after) : null,
    keptForms: differs('tax', ['keepYears']) ? await keptForms(db) : null,
  }
}

async function whoEffect(db: Db, before: Economy, after: Economy): Promise<PayoutEffects['who']> {
  const { usdToCrels } = await currentRate(db)
  return {
    before: await refusedBy(db, before.redemption, usdToCrels),
    after: await refusedBy(db, after.redemption, usdToCrels),
    unknown: await membersUnknown(db),
  }
}

async function refusedBy(db: Db, terms: PayoutTerms, usdToCrels: string): Promise<Who> {
  const { rows: members } = await refusedMembersSql(terms).execute(db)
  const { members: count, crels } = members[0]!
  const { rows: redemptions } = await sql<Who['redemptions']>`
    select count(*)::int as count, coalesce(sum(r.usd_cents), 0)::bigint as "usdCents"
    from redemption r join member m on m.uid = r.uid
    -- What is being sent is out of our hands.
    where r.state in ('requested', 'approved') and m.state = 'active' and ${isRefused(terms)}`.execute(db)
  return { members: count, crels, usdCents: worthInUsdCents(crels, usdToCrels), redemptions: redemptions[0]! }
}

/** Active members who are paid nothing by some terms, with their available and pending crels. */
export function refusedMembersSql(terms: PayoutTerms) {
  return sql<{ members: number; crels: number }>`
    select count(distinct m.uid)::int as members, coalesce(sum(a.posted), 0)::bigint as crels
    from member m left join account a
      on a.party = m.party and a.code in ('member.available', 'member.pending') and a.asset = 'CREL'
    where m.state = 'active' and ${isRefused(terms)}`
}

/**
 * As `payoutRefusal` has it, by the profile alone: tax forms and bank accounts are sealed. Who has said neither is
 * refused as an incomplete profile.
 */
function isRefused({ minimumAge, blockedCountries }: PayoutTerms): RawBuilder<boolean> {
  return sql`(
    m.birthday > ((crels_now() at time zone 'UTC')::date - make_interval(years => ${minimumAge}::int))::date
    or m.country_of_residence = any (${[...blockedCountries]}))`
}

async function membersUnknown(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from member
    where state = 'active' and (birthday is null or coalesce(country_of_residence, '') = '')`.execute(db)
  return rows[0]!.count
}

/** Forms of members who left: each has its last day since then, whatever the settings become. */
async function keptForms(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from tax_profile where keep_until is not null`.execute(db)
  return rows[0]!.count
}
