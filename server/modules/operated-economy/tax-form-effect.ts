import { sql } from 'kysely'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import type { Economy } from '#rules/economy.ts'
import { needsTaxForm } from '#rules/tax-profile.ts'
import { thisYear } from '#server/modules/redemptions/public.ts'
import { usableTaxProfiles } from '#server/modules/tax/public.ts'
import type { Db } from '#server/platform/database.ts'

type TaxForms = NonNullable<PayoutEffects['taxForms']>

/** A member who was paid in this calendar year (UTC), or is about to be. */
interface PaidMember {
  uid: string
  /** What was paid and what is being sent. */
  settledUsdCents: number
  /** What waits for its approval or payment, in the order in which it is sent. */
  waiting: number[]
}

/** Who is asked for a tax form before and after, among those who were paid this year or are about to be. */
export async function taxFormEffect(db: Db, before: Economy, after: Economy): Promise<TaxForms> {
  const paid = await paidMembers(db)
  return { before: await askedBy(db, paid, before), after: await askedBy(db, paid, after) }
}

async function askedBy(
  db: Db,
  paid: readonly PaidMember[],
  { tax, redemption: { netUsdCentsMin } }: Economy,
): Promise<TaxForms['before']> {
  // Without asking for forms nobody is looked at.
  const near =
    tax.regime === 'off'
      ? []
      : paid.filter(({ settledUsdCents, waiting }) =>
          needsTaxForm(settledUsdCents + sumOf(waiting) + netUsdCentsMin, tax),
        )
  const withForm = await usableTaxProfiles(
    db,
    near.map(({ uid }) => uid),
    tax.regime,
  )
  const asked = near.filter(({ uid }) => !withForm.has(uid))
  const redemptions = asked.flatMap(({ settledUsdCents, waiting }) =>
    waiting.filter((_, at) => needsTaxForm(settledUsdCents + sumOf(waiting.slice(0, at + 1)), tax)),
  )
  return {
    members: asked.length,
    redemptions: { count: redemptions.length, usdCents: sumOf(redemptions) },
    isFromFirst: needsTaxForm(netUsdCentsMin, tax),
  }
}

/** By the indexes of what was paid by time (`redemption_paid_by_day`) and of what is open (`redemption_open`). */
async function paidMembers(db: Db): Promise<PaidMember[]> {
  const { rows } = await sql<PaidMember>`
    with counted as (
      select uid, id, state, usd_cents, requested_at from redemption
      where state = 'paid' and paid_on >= ${thisYear}
      union all
      select uid, id, state, usd_cents, requested_at from redemption
      where state in ('requested', 'approved', 'sending')
    )
    select r.uid, coalesce(sum(r.usd_cents) filter (where r.state in ('paid', 'sending')), 0)::bigint as "settledUsdCents",
      coalesce(jsonb_agg(r.usd_cents order by r.requested_at, r.id)
        filter (where r.state in ('requested', 'approved')), '[]') as waiting
    from counted r join member m on m.uid = r.uid and m.state = 'active' group by r.uid`.execute(db)
  return rows
}

function sumOf(usdCents: readonly number[]): number {
  return usdCents.reduce((sum, one) => sum + one, 0)
}
