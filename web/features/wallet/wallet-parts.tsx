import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import classes from './wallet-parts.module.css'

/** What is mine and not available, or owed: each part with why and until when. A part that is nothing is not there. */
export function WalletParts({
  wallet,
  next,
  reserved,
}: {
  wallet: Wallet | undefined
  /** What unlocks on the next day that anything does, in words. */
  next: { crels: string; date: string } | undefined
  /** What the crels that are set aside are for. */
  reserved?: ReactNode
}) {
  const parts = [
    {
      name: m.wallet_part_pending(),
      value: wallet?.pending,
      to: `${paths.crels('wallet')}?account=pending`,
      why: m.wallet_part_pending_why(),
      until: wallet?.pending && next ? m.wallet_part_pending_next(next) : undefined,
    },
    {
      name: m.wallet_part_reserved(),
      value: wallet?.reserved ?? 0,
      to: paths.crels('redemptions'),
      why: m.wallet_part_reserved_why(),
      list: reserved,
    },
    {
      name: m.wallet_part_debt(),
      value: wallet?.debt ?? 0,
      to: `${paths.crels('wallet')}?account=debt`,
      why: m.wallet_part_debt_why(),
      isOwed: true,
    },
  ].filter(({ value }) => value !== 0)
  if (parts.length === 0) return null
  return (
    <Card>
      <h2>{m.wallet_parts_heading()}</h2>
      <dl className={classes.parts}>
        {parts.map(({ name, value, to, why, until, list, isOwed }) => (
          <div key={name} className={classes.part}>
            <dt>
              {/* To the entries that make it, which are on this page or the next. */}
              <Link to={to}>{name}</Link>
            </dt>
            <dd className={classes.value} data-owed={isOwed}>
              {value === undefined ? (
                <span role="img" aria-label={m.common_unknown_amount()}>
                  –
                </span>
              ) : (
                formatNumber(isOwed ? -value : value)
              )}
            </dd>
            <dd className={classes.why}>
              {why} {until && <b>{until}</b>}
              {list}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
