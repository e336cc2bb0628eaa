import { Link } from 'react-router'
import { m } from '#console-messages'
import type { LedgerAccount, LedgerTransaction } from '#contracts/operator-ledger.schemas.ts'
import { memberHref } from '#console/platform/member-link.tsx'
import { screenHref } from '#console/platform/screen-href.ts'
import { formatNumber, formatUsd } from '#console/ui/format.ts'

/** An amount in the units of its asset: dollars from cents, others as they are. */
export function amountOf(amount: number, asset: LedgerAccount['asset']): string {
  return asset === 'USD' ? formatUsd(amount) : formatNumber(amount)
}

/** The same as a number, for a file. */
export function amountInFile(amount: number, asset: LedgerAccount['asset']): number {
  return asset === 'USD' ? amount / 100 : amount
}

/** Whose an account is: a member leads to their screen. */
export function Owner({ owner, party }: Pick<LedgerAccount, 'owner' | 'party'>) {
  if (owner?.uid) return <Link to={memberHref(owner.uid)}>{owner.uid}</Link>
  if (owner?.title) return owner.title
  return party === 'house' ? m.ledger_house() : <code>{party}</code>
}

/** What an entry was posted for, in words: `redemption rdm_…`. */
export function sourceText({ scope, source }: Pick<LedgerTransaction, 'scope' | 'source'>): string {
  return `${scope.replaceAll('_', ' ')} ${source}`
}

/** Where the fact is looked at that an entry was posted for; null where no screen has it. */
export function sourceHref({
  scope,
  source,
}: Pick<LedgerTransaction, 'scope' | 'source'>): { to: string; label: string } | null {
  const id = encodeURIComponent(source)
  if (scope === 'redemption')
    return { to: `${screenHref('redemptions')}?open=${id}`, label: m.ledger_open_redemption() }
  if (scope === 'order' || scope === 'order_cancelled' || scope === 'crels_pack')
    return { to: `${screenHref('orders')}?show=all&open=${id}`, label: m.ledger_open_order() }
  if (scope === 'adjustment')
    return { to: `${screenHref('approvals')}?open=${id}`, label: m.ledger_open_act() }
  return null
}
