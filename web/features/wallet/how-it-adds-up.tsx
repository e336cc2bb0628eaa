import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { captionsPath, paths } from '#contracts/paths.ts'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import { Row, Rows } from '#web/ui/card.tsx'
import { CampaignName, campaignLabel } from '#web/ui/campaign-name.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { Loaded } from '#web/ui/loaded.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { Loading, Skeleton } from '#web/ui/skeleton.tsx'
import { useWalletSources } from './statement-queries.ts'
import { kindText } from './statement-text.ts'
import classes from './how-it-adds-up.module.css'

/** "How it adds up": what each campaign paid and what left the account, to the crel; then what it is in dollars. */
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
      <Sources wallet={wallet} />
      {wallet && wallet.available > 0 && (
        <section className={classes.dollars}>
          <h3>{m.wallet_how_dollars()}</h3>
          {dollars(wallet.available)}
        </section>
      )}
    </Dialog>
  )
}

function Sources({ wallet }: { wallet: Wallet | undefined }) {
  const sources = useWalletSources()
  return (
    <Loaded
      query={sources}
      heading={m.wallet_how_failed()}
      waiting={
        <Loading>
          <Skeleton />
          <Skeleton />
        </Loading>
      }
    >
      {({ campaigns, rest, others, total }) => {
        const reserved = wallet?.reserved ?? 0
        return (
          <Rows>
            {campaigns.map(({ campaign, crels, entries, isEarning }) => (
              <Row key={campaign.id}>
                <CampaignName campaign={campaign} to={paths.campaign(campaign.id)} size={40}>
                  <span className={classes.count}>
                    {m.wallet_how_count({ count: entries, amount: formatNumber(entries) })}
                  </span>
                  {isEarning && (
                    <Link
                      to={captionsPath(campaign.id)}
                      className={classes.post}
                      aria-label={m.wallet_how_post_for({ campaign: campaignLabel(campaign) })}
                    >
                      {m.wallet_how_post()}
                    </Link>
                  )}
                </CampaignName>
                <b>{formatSigned(crels)}</b>
              </Row>
            ))}
            {rest && (
              <Row>
                <span>
                  {m.wallet_how_rest({ count: rest.campaigns, amount: formatNumber(rest.campaigns) })}
                </span>
                <b>{formatSigned(rest.crels)}</b>
              </Row>
            )}
            {others.map(({ kind, crels, entries }) => (
              <Row key={kind}>
                <span className={classes.part}>
                  {kindText(kind)}
                  <span className={classes.count}>
                    {m.wallet_how_count({ count: entries, amount: formatNumber(entries) })}
                  </span>
                </span>
                <b>{formatSigned(crels)}</b>
              </Row>
            ))}
            {reserved > 0 && (
              <>
                <Row>
                  <span>{m.wallet_how_total()}</span>
                  <b>{formatNumber(total)}</b>
                </Row>
                <Row>
                  <span>{m.wallet_how_reserved()}</span>
                  <b>{formatSigned(-reserved)}</b>
                </Row>
              </>
            )}
            <Row className={classes.total}>
              <b>{m.wallet_how_available()}</b>
              <b>{formatNumber(total - reserved)}</b>
            </Row>
          </Rows>
        )
      }}
    </Loaded>
  )
}
