import { m } from '#messages'

/** The kinds that have words of their own. */
export const statementKinds: Record<string, () => string> = {
  earning_pending: m.wallet_kind_earning_pending,
  earning_unlocked: m.wallet_kind_earning_unlocked,
  earning_reversed: m.wallet_kind_earning_reversed,
  redemption_paid: m.wallet_kind_redemption_paid,
  debt_filled: m.wallet_kind_debt_filled,
}

/** What an entry of the statement was, in words; a kind that has none of its own is a movement. */
export function kindText(kind: string): string {
  return (statementKinds[kind] ?? m.wallet_kind_other)()
}
