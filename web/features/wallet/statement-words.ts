import { m } from '#messages'

const kinds: Record<string, () => string> = {
  earning_made: m.wallet_kind_earning_made,
  earning_accepted: m.wallet_kind_earning_accepted,
  earning_unlocked: m.wallet_kind_earning_unlocked,
  earning_reversed: m.wallet_kind_earning_reversed,
  earning_released: m.wallet_kind_earning_released,
  debt_filled: m.wallet_kind_debt_filled,
  clicks_earned: m.wallet_kind_click_earned,
}

/** What an entry of the statement was, in words; a kind that is not known yet is a movement. */
export function kindWords(kind: string): string {
  return (kinds[kind] ?? m.wallet_kind_other)()
}
