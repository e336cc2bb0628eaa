import { lazy } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { helpPath } from '#contracts/paths.ts'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.schemas.ts'
import { Card } from '#web/ui/card.tsx'
import { Part } from '#web/ui/part.tsx'
import { WhenNear } from '#web/ui/when-near.tsx'
import classes from './terms-card.module.css'

// The terms are far down the page: what lays them out is fetched when they come near, and the text is there before.
const Markdown = lazy(async () => ({ default: (await import('#web/ui/rare/markdown.tsx')).Markdown }))

/** The terms a member joins under, with their version. */
export function TermsCard({ campaign }: { campaign: Campaign | PublicCampaign }) {
  const text = <p className={classes.text}>{withoutMarks(campaign.terms)}</p>
  return (
    <Card id="terms" className={classes.card}>
      <div className={classes.head}>
        <h2>{m.campaigns_terms_heading()}</h2>
        <span className={classes.version}>
          {m.campaigns_terms_version({ version: campaign.termsVersion })}
        </span>
      </div>
      <WhenNear meanwhile={text}>
        <Part fallback={text}>
          <Markdown text={campaign.terms} />
        </Part>
      </WhenNear>
      <p>
        <Link to={helpPath('earning', campaign.id)}>{m.campaigns_ask()}</Link>
      </p>
    </Card>
  )
}

/** Markdown as plain text, for as long as it is not laid out: no marks, and of a link its words. */
function withoutMarks(text: string): string {
  return text.replace(/^(#+|>) +|\*\*|__|`+/gm, '').replace(/\[([^[\]]*)\]\([^()[\]\s]*\)/g, '$1')
}
