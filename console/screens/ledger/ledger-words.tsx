import { Link } from 'react-router'
import { m } from '#console-messages'
import type { LedgerAccount } from '#contracts/operator-ledger.schemas.ts'
import { memberHref } from '#console/platform/member-link.tsx'
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
