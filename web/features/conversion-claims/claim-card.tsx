import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import type { ConversionClaim } from '#contracts/conversion-claims.schemas.ts'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate } from '#web/ui/common/format.ts'
import { Pill } from '#web/ui/pill.tsx'
import { claimStanding } from './claim-text.ts'
import classes from './conversion-claims.module.css'

/** A claim of mine: which order, its status, why and until when. */
export function ClaimCard({ claim, now }: { claim: ConversionClaim; now: Date }) {
  const { id, orderReference: order, campaign, occurredAt, answer } = claim
  const standing = claimStanding(claim, now)
  return (
    <Card
      className={classes.claim}
      role="article"
      aria-label={m.conversion_claims_named({ order, brand: campaign.brand.name })}
    >
      <div className={classes.head}>
        <CampaignName campaign={campaign}>
          <span className={classes.title}>
            {m.conversion_claims_order_of({ order, date: formatDate(occurredAt, now) })}
          </span>
        </CampaignName>
        <Pill tone={standing.tone}>{standing.name}</Pill>
      </div>
      <p className={classes.note}>{standing.text}</p>
      {answer && <p>{m.conversion_claims_answer({ answer })}</p>}
      {standing.mayAsk && (
        <p className={classes.note}>
          <Link to={helpPath('earning', id)}>{m.common_write_to_us()}</Link>
        </p>
      )}
    </Card>
  )
}
