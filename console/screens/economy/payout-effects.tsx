import { Table } from '@mantine/core'
import { m } from '#console-messages'
import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import { formatCrels, formatNumber, formatUsd } from '#console/ui/format.ts'
import styles from './economy.module.css'

type Row = readonly [name: string, before: string, after: string]

/** What a change of settings makes of who is paid; nothing where it changes none of that. */
export function PayoutEffectsOf({ payouts: { who, taxForms, keptForms } }: { payouts: PayoutEffects }) {
  return (
    <>
      {who && (
        <>
          <h3>{m.economy_who_paid()}</h3>
          <EffectTable rows={whoRows(who)} />
          <p>
            {m.economy_who_unknown({ count: who.unknown, shown: formatNumber(who.unknown) })}{' '}
            {m.economy_crels_stay()}
          </p>
        </>
      )}
      {(taxForms ?? keptForms !== null) && <h3>{m.economy_tax_forms()}</h3>}
      {taxForms && (
        <>
          <p>{m.economy_tax_lead()}</p>
          <EffectTable rows={taxRows(taxForms)} />
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

function EffectTable({ rows }: { rows: readonly Row[] }) {
  return (
    <div className={styles.wide}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{m.economy_effect()}</Table.Th>
            <Table.Th className={styles.number}>{m.economy_before()}</Table.Th>
            <Table.Th className={styles.number}>{m.economy_after()}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(([name, before, after]) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td className={styles.number}>{before}</Table.Td>
              <Table.Td className={styles.number}>{after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  )
}
