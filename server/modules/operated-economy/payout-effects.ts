import { sql, type RawBuilder } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import type { PayoutTerms } from '#rules/payout-eligibility.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import { papersIn, type PapersIn, type RedemptionDeps } from '#server/modules/redemptions/public.ts'
import type { Db } from '#server/platform/database.ts'
import { cancelEffect } from './cancel-effect.ts'
import { freezeEffect } from './freeze-effect.ts'
import { minimumEffect } from './minimum-effect.ts'
import { taxFormEffect } from './tax-form-effect.ts'

type Who = NonNullable<PayoutEffects['who']>['before']

/** What counts, how the papers of members are opened, and for how many milliseconds. */
export interface EffectsDeps extends Pick<RedemptionDeps, 'secret'> {
  /** Whether a new second factor freezes payouts, as where redemptions ask for one. */
  factorsCount: boolean
  openMs?: number
}

/**
 * What other settings change for who is paid: whom age and country refuse, who has enough for the minimum payout, whose
 * payouts are frozen, who can cancel no further redemption, who is asked for a tax form, and which forms of members who
 * left are kept. Null of each where its settings stay.
 */
export async function payoutEffects(
  db: Db,
  before: Economy,
  after: Economy,
  deps: EffectsDeps,
): Promise<PayoutEffects> {
  const differs = <Part extends keyof Economy>(part: Part, names: (keyof Economy[Part])[]) =>
    names.some((name) => JSON.stringify(before[part][name]) !== JSON.stringify(after[part][name]))
  // The country of a form counts while forms are asked for.
  const countsForms = differs('tax', ['regime']) && blockedBy(before, after).length > 0
  return {
    who:
      differs('redemption', ['minimumAge', 'blockedCountries']) || countsForms
        ? await whoEffect(db, before, after, deps)
        : null,
    minimum: differs('redemption', ['netUsdCentsMin']) ? await minimumEffect(db, before, after) : null,
    frozen: differs('redemption', ['accountChangeHours']) ? await freezeEffect(db, after, deps) : null,
    cancels: differs('redemption', ['cancelsMax', 'cancelsDays'])
      ? await cancelEffect(db, before, after)
      : null,
    taxForms: differs('tax', ['regime', 'thresholdUsdCents']) ? await taxFormEffect(db, before, after) : null,
    keptForms: differs('tax', ['keepYears']) ? await keptForms(db) : null,
  }
}

const blockedBy = (...economies: Economy[]) => [
  ...new Set(economies.flatMap(({ redemption }) => redemption.blockedCountries)),
]

async function whoEffect(
  db: Db,
  before: Economy,
  after: Economy,
  { secret, openMs = 5_000 }: Pick<EffectsDeps, 'secret' | 'openMs'>,
): Promise<PayoutEffects['who']> {
  const { usdToCrels } = await currentRate(db)
  const withForms = [before, after].some((economy) => economy.tax.regime !== 'off')
  const papers = await papersIn(db, blockedBy(before, after), { withForms, limitMs: openMs }, { secret })
  return {
    before: await refusedBy(db, refusalsOf(before, papers), usdToCrels),
    after: await refusedBy(db, refusalsOf(after, papers), usdToCrels),
    unknown: await membersUnknown(db),
    isWhole: papers.isWhole,
  }
}

/** Terms of payouts with whom and what they refuse by what is sealed. */
interface Refusals extends PayoutTerms {
  /** Members whose tax form is of a blocked country. */
  formUids: string[]
  /** Bank accounts in one, and whose they are. */
  accounts: { id: string; uid: string }[]
}

function refusalsOf({ redemption, tax }: Economy, { forms, accounts }: PapersIn): Refusals {
  const isBlocked = ({ countries }: { countries: string[] }) =>
    countries.some((country) => redemption.blockedCountries.includes(country))
  return {
    ...redemption,
    formUids: tax.regime === 'off' ? [] : forms.filter(isBlocked).map(({ uid }) => uid),
    accounts: accounts.filter(isBlocked),
  }
}

async function refusedBy(db: Db, refusals: Refusals, usdToCrels: string): Promise<Who> {
  const { accounts } = refusals
  const { rows: members } = await refusedMembersSql(refusals).execute(db)
  const { members: count, crels } = members[0]!
  const { rows: others } = await sql<{ members: number }>`
    select count(*)::int as members from member m
    where m.state = 'active' and m.uid = any (${accounts.map(({ uid }) => uid)}::text[])
      and ${isRefused(refusals)} is not true`.execute(db)
  const { rows: redemptions } = await sql<Who['redemptions']>`
    select count(*)::int as count, coalesce(sum(r.usd_cents), 0)::bigint as "usdCents"
    from redemption r join member m on m.uid = r.uid
    -- What is being sent is out of our hands.
    where r.state in ('requested', 'approved') and m.state = 'active'
      and (${isRefused(refusals)} or r.destination_id = any (${accounts.map(({ id }) => id)}::text[]))`.execute(
    db,
  )
  return {
    members: count,
    accountMembers: others[0]!.members,
    crels,
    usdCents: worthInUsdCents(crels, usdToCrels),
    redemptions: redemptions[0]!,
  }
}

/** Active members who are paid nothing by some terms, with their available and pending crels. */
export function refusedMembersSql(refusals: Omit<Refusals, 'accounts'>) {
  return sql<{ members: number; crels: number }>`
    select count(distinct m.uid)::int as members, coalesce(sum(a.posted), 0)::bigint as crels
    from member m left join account a
      on a.party = m.party and a.code in ('member.available', 'member.pending') and a.asset = 'CREL'
    where m.state = 'active' and ${isRefused(refusals)}`
}

/**
 * As `payoutRefusal` has it, by profile and tax form: a bank account refuses what is paid to it alone. Who has said
 * neither birthday nor country is refused as an incomplete profile.
 */
function isRefused({
  minimumAge,
  blockedCountries,
  formUids,
}: Omit<Refusals, 'accounts'>): RawBuilder<boolean> {
  return sql`(
    m.birthday > ((crels_now() at time zone 'UTC')::date - make_interval(years => ${minimumAge}::int))::date
    or m.country_of_residence = any (${[...blockedCountries]}) or m.uid = any (${formUids}::text[]))`
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
