import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { ShareNetwork } from '#contracts/shares.constants.ts'
import type { SocialShareItem } from '#contracts/shares.schemas.ts'
import { analytics } from '#web/platform/product-analytics/calls.ts'
import { CampaignName, campaignLabel } from '#web/ui/campaign-name.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { formatDate, formatNumber, formatSigned } from '#web/ui/common/format.ts'
import { LoadMoreOf, type Endless } from '#web/ui/rare/load-more.tsx'
import { Meter } from '#web/ui/meter.tsx'
import { ShareButton } from '#web/ui/share-button.tsx'
import { useNow } from '#web/ui/use-now.ts'
import { networkName, networks } from './networks.ts'
import classes from './share-list.module.css'

/** Everything I shared, each with who came and why it was not paid yet. */
export function ShareList({ shares, query }: { shares: SocialShareItem[]; query: Endless }) {
  return (
    <>
      <Card>
        <Rows>
          {shares.map((share) => (
            <ShareRow key={share.url} share={share} />
          ))}
        </Rows>
      </Card>
      <LoadMoreOf query={query} shown={shares.length} label={m.shares_more()} />
    </>
  )
}

function ShareRow({ share }: { share: SocialShareItem }) {
  const { state, points, clicks, alike, clicksNeeded, url, campaign, isStopped } = share
  const network = networkName(share.network)
  const Icon = networks[share.network as ShareNetwork]?.Icon
  const text = shareText(share, useNow())
  return (
    <Row className={classes.row}>
      <span className={classes.sign} data-state={state} aria-hidden="true">
        {state === 'paid' ? formatSigned(points) : Icon && <Icon size={24} aria-hidden />}
      </span>
      <div className={classes.text}>
        <CampaignName campaign={campaign} to={paths.campaign(campaign.id)} size={36}>
          <span className={classes.why}>{m.shares_on({ network })}</span>
          <span className={classes.why}>
            {state === 'paid' && <span className="visually-hidden">{formatSigned(points)} </span>}
            {text}
          </span>
        </CampaignName>
        {state === 'waiting' && (
          <>
            <Meter
              value={Math.min(clicks, clicksNeeded)}
              max={clicksNeeded}
              label={m.shares_meter({ title: campaignLabel(campaign), network })}
              text={m.shares_clicks({ clicks, needed: clicksNeeded })}
              tone="gold"
            />
            {alike > 0 && <p className={classes.why}>{m.shares_alike({ visitors: formatNumber(alike) })}</p>}
            {!isStopped && (
              <div className={classes.buttons}>
                <CopyButton
                  text={url}
                  label={m.shares_copy()}
                  onCopied={() => analytics.track('link_copied', { link: 'campaign_share' })}
                />
                <ShareButton
                  url={url}
                  title={campaign.publicName}
                  label={m.shares_send()}
                  look="soft"
                  size="s"
                />
              </div>
            )}
          </>
        )}
      </div>
    </Row>
  )
}

/** A share's status, why nothing was paid yet, and until when. */
function shareText(share: SocialShareItem, now?: Date): string {
  const { state, reason, clicks, clicksNeeded: needed, until, closesAt, paidAt, isStopped } = share
  if (state === 'paid') return m.shares_paid({ date: formatDate(paidAt!, now) })
  if (state === 'ended') {
    if (reason === 'not_genuine') return m.shares_ended_alike({ clicks, needed })
    return reason === 'day_full' ? m.shares_ended_full() : m.shares_ended({ clicks, needed })
  }
  if (until) return m.shares_day_full({ date: formatDate(until, now) })
  if (clicks >= needed) return m.shares_soon()
  if (reason === 'own_network') return m.shares_review_own()
  if (reason === 'hosting_network') return m.shares_review_hosting()
  if (reason === 'network_limit') return m.shares_review_network()
  if (isStopped) return m.shares_stopped({ clicks, needed })
  return `${m.shares_clicks({ clicks, needed })}. ${m.shares_until({ date: formatDate(closesAt, now) })}`
}
