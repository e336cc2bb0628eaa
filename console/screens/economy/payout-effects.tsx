import { m } from '#console-messages'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import { BeforeAfterTable } from './before-after-table.tsx'

type Row = readonly [name: string, before: string, after: string]

/** What a change of settings makes of who is paid; nothing where it changes none of that. */
export function PayoutEffectsOf({ payouts: { who, taxForms, keptForms } }: { payouts: PayoutEffects }) {
  return (
    <>
      {who && (
        <>
          <h3>{m.economy_who_paid()}</h3>
          <BeforeAfterTable head={m.economy_effect()} rows={whoRows(who)} cell="number" />
          {!who.isWhole && <p>{m.economy_who_at_least()}</p>}
          <p>
            {m.economy_who_unknown({ count: who.unknown, shown: formatNumber(who.unknown) })}{' '}
            {m.economy_crels_stay()}
          </p>
        </>
      )}
      {(taxForms !== null || keptForms !== null) && <h3>{m.economy_tax_forms()}</h3>}
      {taxForms && (
        <>
          <p>{m.economy_tax_lead()}</p>
          <BeforeAfterTable head={m.economy_effect()} rows={taxRows(taxForms)} cell="number" />
          {taxForms.after.isFromFirst && <p>{m.economy_tax_from_first()}</p>}
        </>
      )}
      {keptForms !== null && (
        <p>{m.economy_kept_forms({ count: keptForms, shown: formatNumber(keptForms) })}</p>
      )}
    </>
  )
}

function whoRows({ before, after }: NonNullable<PayoutEffects['who']>): Row[] {
  return [
    [m.economy_refused_members(), formatNumber(before.members), formatNumber(after.members)],
    [m.economy_refused_crels(), formatCrels(before.crels), formatCrels(after.crels)],
    [m.economy_refused_usd(), formatUsd(before.usdCents), formatUsd(after.usdCents)],
    [m.economy_refused_accounts(), formatNumber(before.accountMembers), formatNumber(after.accountMembers)],
    [m.economy_refused_redemptions(), valueOf(before.redemptions), valueOf(after.redemptions)],
  ]
}

function taxRows({ before, after }: NonNullable<PayoutEffects['taxForms']>): Row[] {
  return [
    [m.economy_tax_members(), formatNumber(before.members), formatNumber(after.members)],
    [m.economy_tax_redemptions(), valueOf(before.redemptions), valueOf(after.redemptions)],
  ]
}

function valueOf({ count, usdCents }: { count: number; usdCents: number }): string {
  return m.economy_redemptions_value({ count: formatNumber(count), value: formatUsd(usdCents) })
}
