import { m } from '#console-messages'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import { BeforeAfterTable, compareRow, type CompareRow } from './before-after-table.tsx'

/** What a change of settings makes of who is paid; nothing where it changes none of that. */
export function PayoutEffectsOf({
  payouts: { who, minimum, frozen, cancels, taxForms, keptForms },
}: {
  payouts: PayoutEffects
}) {
  return (
    <>
      {who && (
        <>
          <h3>{m.economy_who_paid()}</h3>
          <BeforeAfterTable name="who-is-paid" head={m.economy_effect()} rows={whoRows(who)} cell="number" />
          {!who.isWhole && <p>{m.economy_who_at_least()}</p>}
          <p>
            {m.economy_who_unknown({ count: who.unknown, shown: formatNumber(who.unknown) })}{' '}
            {m.economy_crels_stay()}
          </p>
        </>
      )}
      {minimum && (
        <Touched heading={m.economy_minimum()} name="minimum-payout" rows={minimumRows(minimum)}>
          {m.economy_minimum_stays()}
        </Touched>
      )}
      {frozen && (
        <Touched heading={m.economy_frozen()} name="frozen-payouts" rows={frozenRows(frozen)}>
          {m.economy_frozen_kept()}
        </Touched>
      )}
      {cancels && (
        <Touched heading={m.economy_cancels()} name="cancel-limit" rows={cancelRows(cancels)}>
          {m.economy_cancels_at_once({
            count: cancels.newlyMembers,
            shown: formatNumber(cancels.newlyMembers),
          })}
        </Touched>
      )}
      {(taxForms !== null || keptForms !== null) && <h3>{m.economy_tax_forms()}</h3>}
      {taxForms && (
        <>
          <p>{m.economy_tax_lead()}</p>
          <BeforeAfterTable
            name="tax-forms"
            head={m.economy_effect()}
            rows={taxRows(taxForms)}
            cell="number"
          />
          {taxForms.after.isFromFirst && <p>{m.economy_tax_from_first()}</p>}
        </>
      )}
      {keptForms !== null && (
        <p>{m.economy_kept_forms({ count: keptForms, shown: formatNumber(keptForms) })}</p>
      )}
    </>
  )
}

/** Whom one of the terms touches, before and after, and what it leaves as it is. */
function Touched({
  heading,
  name,
  rows,
  children,
}: {
  heading: string
  name: string
  rows: CompareRow[]
  children: string
}) {
  return (
    <>
      <h3>{heading}</h3>
      <BeforeAfterTable name={name} head={m.economy_effect()} rows={rows} cell="number" />
      <p>{children}</p>
    </>
  )
}

function whoRows({ before, after }: NonNullable<PayoutEffects['who']>): CompareRow[] {
  return [
    counted(m.economy_refused_members(), before.members, after.members),
    ...haveRows(before, after),
    counted(m.economy_refused_accounts(), before.accountMembers, after.accountMembers),
    valued(m.economy_refused_redemptions(), before.redemptions, after.redemptions),
  ]
}

function minimumRows({ before, after }: NonNullable<PayoutEffects['minimum']>): CompareRow[] {
  return [counted(m.economy_minimum_members(), before.members, after.members), ...haveRows(before, after)]
}

function frozenRows({ before, after }: NonNullable<PayoutEffects['frozen']>): CompareRow[] {
  return [
    counted(m.economy_frozen_members(), before.members, after.members),
    ...haveRows(before, after),
    valued(m.economy_frozen_redemptions(), before.redemptions, after.redemptions),
  ]
}

function cancelRows({ before, after }: NonNullable<PayoutEffects['cancels']>): CompareRow[] {
  return [
    counted(m.economy_cancels_members(), before.members, after.members),
    valued(m.economy_cancels_redemptions(), before.redemptions, after.redemptions),
  ]
}

interface Have {
  crels: number
  usdCents: number | null
}

function haveRows(before: Have, after: Have): CompareRow[] {
  return [
    compareRow(m.economy_refused_crels(), before.crels, after.crels, formatCrels, Number),
    compareRow(m.economy_refused_usd(), before.usdCents, after.usdCents, formatUsd, usdOf),
  ]
}

function taxRows({ before, after }: NonNullable<PayoutEffects['taxForms']>): CompareRow[] {
  return [
    counted(m.economy_tax_members(), before.members, after.members),
    valued(m.economy_tax_redemptions(), before.redemptions, after.redemptions),
  ]
}

function counted(name: string, before: number, after: number): CompareRow {
  return compareRow(name, before, after, formatNumber, Number)
}

function usdOf(usdCents: number | null): number | null {
  return usdCents === null ? null : usdCents / 100
}

interface Worth {
  count: number
  usdCents: number
}

function valued(name: string, before: Worth, after: Worth): CompareRow {
  const text = ({ count, usdCents }: Worth) =>
    m.economy_redemptions_value({ count: formatNumber(count), value: formatUsd(usdCents) })
  return compareRow(name, before, after, text, text)
}
