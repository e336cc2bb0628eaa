import { lazy, Suspense } from 'react'
import { m } from '#messages'
import type { Campaign, PublicCampaign } from '#contracts/campaigns.responses.ts'
import { Card } from '../../ui/card.tsx'
import { Loading, Skeleton } from '../../ui/skeleton.tsx'
import classes from './terms-card.module.css'

const Markdown = lazy(() => import('../../ui/markdown.tsx'))

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
      <Suspense
        fallback={
          <Loading label={m.campaigns_terms_loading()}>
            <Skeleton width="90%" />
            <Skeleton width="96%" />
            <Skeleton width="60%" />
          </Loading>
        }
      >
        <Markdown text={campaign.terms} />
      </Suspense>
    </Card>
  )
}
