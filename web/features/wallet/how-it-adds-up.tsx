import type { ReactNode } from 'react'
import { m } from '#messages'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { Row, Rows } from '#web/ui/card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatDate, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { balanceParts } from './balance-parts.ts'
import { useBalanceParts } from './shared/queries.ts'
import { kindText } from './statement-text.ts'
import classes from './how-it-adds-up.module.css'

/** "How it adds up": the available balance, part by part, to the crel; then what it is in dollars. */
export function HowItAddsUp({
  open,
  onClose,
  wallet,
  dollars,
}: {
  open: boolean
  onClose: () => void
  wallet: Wallet | undefined
  dollars: (crels: number) => ReactNode
}) {
  return (
    <Dialog open={open} onClose={onClose} heading={m.wallet_how()}>
      <p>{m.wallet_how_intro()}</p>
      <Parts wallet={wallet} />
      {wallet && wallet.available > 0 && (
        <section className={classes.dollars}>
          <h3>{m.wallet_how_dollars()}</h3>
          {dollars(wallet.available)}
        </section>
      )}
    </Dialog>
  )
}

function Parts({ wallet }: { wallet: Wallet | undefined }) {
  const entries = useBalanceParts(true)
  return (
    <Loaded
      query={entries}
      heading={m.wallet_how_failed()}
      waiting={
        <Loading>
          <Skeleton />
          <Skeleton />
        </Loading>
      }
    >
      {(data) => {
        const parts = balanceParts(data)
        const reserved = wallet?.reserved ?? 0
        return (
          <Rows>
            {parts.before && (
              <Row>
                <span>{m.wallet_how_before({ date: formatDate(parts.before.at) })}</span>
                <b>{formatNumber(parts.before.crels)}</b>
              </Row>
            )}
            {parts.kinds.map(({ kind, entries: count, crels }) => (
              <Row key={kind}>
                <span className={classes.part}>
                  {kindText(kind)}
                  <span className={classes.count}>
                    {m.wallet_how_count({ count, amount: formatNumber(count) })}
                  </span>
                </span>
                <b>{formatSigned(crels)}</b>
              </Row>
            ))}
            {reserved > 0 && (
              <>
                <Row>
                  <span>{m.wallet_how_total()}</span>
                  <b>{formatNumber(parts.total)}</b>
                </Row>
                <Row>
                  <span>{m.wallet_how_reserved()}</span>
                  <b>{formatSigned(-reserved)}</b>
                </Row>
              </>
            )}
            <Row className={classes.total}>
              <b>{m.wallet_how_available()}</b>
              <b>{formatNumber(parts.total - reserved)}</b>
            </Row>
          </Rows>
        )
      }}
    </Loaded>
  )
}
