import { m } from '#messages'
import type { ClicksUnderReviewItem } from '#contracts/earnings.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import classes from './clicks-under-review.module.css'

/** Clicks that are paid only after a review: campaign, count, reason and the most they may pay. */
export function ClicksUnderReview({ items }: { items: ClicksUnderReviewItem[] }) {
  const now = useNow()
  return (
    <Card>
      <h2>{m.click_reviews_heading()}</h2>
      <p className={classes.why}>{m.click_reviews_text()}</p>
      <Rows className={classes.rows}>
        {items.map(({ campaign, reason, clicks, crels, firstAt, lastAt }) => (
          <Row key={`${campaign.id} ${reason}`} className={classes.row}>
            <CampaignName campaign={campaign} to={paths.campaign(campaign.id)}>
              <span className={classes.detail}>{reasons[reason]()}</span>
              <span className={classes.detail}>
                {spanText(formatDate(firstAt, now), formatDate(lastAt, now))}
              </span>
            </CampaignName>
            <span className={classes.amount}>
              <b>{m.click_reviews_clicks({ count: clicks, amount: formatNumber(clicks) })}</b>
              {crels > 0 && (
                <span className={classes.detail}>
                  {m.click_reviews_crels({ count: crels, amount: formatNumber(crels) })}
                </span>
              )}
            </span>
          </Row>
        ))}
      </Rows>
    </Card>
  )
}

const reasons: Record<ClicksUnderReviewItem['reason'], () => string> = {
  hosting_network: m.click_reviews_hosting_network,
  network_limit: m.click_reviews_network_limit,
  impossible_rate: m.click_reviews_impossible_rate,
  hourly_limit: m.click_reviews_hourly_limit,
}

function spanText(first: string, last: string): string {
  return first === last ? first : m.click_reviews_span({ first, last })
}
