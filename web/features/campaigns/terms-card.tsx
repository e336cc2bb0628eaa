import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.responses.ts'
import { Card } from '../../ui/card.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import classes from './terms-card.module.css'

/** The terms a member joins under, with their version. */
export function TermsCard({ campaign }: { campaign: Campaign | PublicCampaign }) {
  return (
    <Card id="terms" className={classes.card}>
      <div className={classes.head}>
        <h2>{m.campaigns_terms_heading()}</h2>
        <span className={classes.version}>
          {m.campaigns_terms_version({ version: campaign.termsVersion })}
        </span>
      </div>
      <Markdown text={campaign.terms} />
    </Card>
  )
}
