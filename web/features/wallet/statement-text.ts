import { m } from '#messages'
import type { StatementEntry } from '#contracts/wallet.schemas.ts'
import { formatDate } from '#web/ui/common/format.ts'

/** The kinds that have words of their own. */
export const statementKinds: Record<string, () => string> = {
  earning_pending: m.wallet_kind_earning_pending,
  earning_unlocked: m.wallet_kind_earning_unlocked,
  earning_reversed: m.wallet_kind_earning_reversed,
  redemption_paid: m.wallet_kind_redemption_paid,
  redemption_returned: m.wallet_kind_redemption_returned,
  debt_filled: m.wallet_kind_debt_filled,
  crels_pack: m.wallet_kind_crels_pack,
  adjustment: m.wallet_kind_adjustment,
}

/** What an entry of the statement was, in words; a kind that has none of its own is a movement. */
export function kindText(kind: string): string {
  return (statementKinds[kind] ?? m.wallet_kind_other)()
}

const happened = { sale: m.wallet_entry_sale, lead: m.wallet_entry_lead, click: m.wallet_entry_click }
const unlocked = {
  sale: m.wallet_entry_sale_unlocked,
  lead: m.wallet_entry_lead_unlocked,
  click: m.wallet_entry_click_unlocked,
}

/**
 * What happened and when, below the campaign's name: `Sale · 19 Nov`, `Taken back 2 Dec · sale of 12 Nov`, of what is no
 * longer pending `Unlocked 3 Dec · sale of 19 Nov`; of what no campaign paid the day alone. The month it is listed in is
 * that of the day that comes first.
 */
export function entryText({ kind, at, about }: StatementEntry, now: Date): string {
  const day = formatDate(at, now)
  if (!about) return day
  const date = formatDate(about.occurredAt, now)
  if (kind === 'earning_unlocked' && day !== date) return unlocked[about.type]({ date, day })
  if (kind !== 'earning_reversed') return happened[about.type]({ date })
  return {
    sale: m.wallet_entry_sale_back,
    lead: m.wallet_entry_lead_back,
    click: m.wallet_entry_click_back,
  }[about.type]({ date, day })
}
