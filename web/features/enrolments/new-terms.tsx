import { useRef } from 'react'
import { m } from '#messages'
import type { Campaign, PublicCampaign, Reward } from '#contracts/campaigns.schemas.ts'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { newIdempotencyKey } from '#web/platform/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useJoin } from './shared/queries.ts'
import classes from './new-terms.module.css'

type Agreed = NonNullable<Campaign['enrolment']>

/** Whether a campaign offers something else by now than a member agreed to. */
export function hasNewTerms(campaign: PublicCampaign, enrolment: Agreed): boolean {
  return campaign.termsVersion > enrolment.termsVersion
}

/** "The terms have changed": what a member agreed to beside what is offered now, and the way to agree. */
export function NewTerms({
  campaign,
  enrolment,
  rewardText,
  onAgreed,
}: {
  campaign: Campaign | PublicCampaign
  enrolment: Agreed
  /** A whole reward in a few words. */
  rewardText: (reward: Reward) => string
  onAgreed: (enrolment: Enrolment) => void
}) {
  const key = useRef<string | null>(null)
  const agree = useJoin((answer) => {
    key.current = null
    onAgreed(answer)
  })
  const { termsVersion } = campaign

  function ask(): void {
    key.current ??= newIdempotencyKey()
    agree.mutate(
      { campaignId: campaign.id, termsVersion, idempotencyKey: key.current },
      {
        onError: (error) => {
          if (!(error instanceof ApiProblem)) return
          key.current = null
        },
      },
    )
  }

  return (
    <Card className={classes.card}>
      <h2>{m.my_campaigns_new_terms_heading()}</h2>
      <p>{m.my_campaigns_new_terms_text({ version: enrolment.termsVersion })}</p>
      <table className={classes.compared}>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">{m.my_campaigns_new_terms_offer()}</span>
            </th>
            <th scope="col">{m.my_campaigns_new_terms_mine()}</th>
            <th scope="col">{m.my_campaigns_new_terms_now()}</th>
          </tr>
        </thead>
        <tbody>
          {compared(enrolment, campaign, rewardText).map(([name, mine, now]) => (
            <tr key={name} data-changed={mine !== now || undefined}>
              <th scope="row">{name}</th>
              <td>{mine}</td>
              <td>{now}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        <a href="#terms">{m.my_campaigns_new_terms_read({ version: termsVersion })}</a>
      </p>
      {agree.error && (
        <Notice>
          {agree.error instanceof ApiProblem && agree.error.detail
            ? agree.error.detail
            : m.my_campaigns_join_unanswered()}
        </Notice>
      )}
      <Button full onClick={ask} loading={agree.isPending}>
        {m.my_campaigns_new_terms_agree({ version: termsVersion })}
      </Button>
      <p className={classes.hint}>{m.my_campaigns_new_terms_or_leave()}</p>
    </Card>
  )
}

type Offer = Pick<Agreed, 'reward' | 'holdDays' | 'cookieDays' | 'termsVersion'>

function compared(
  mine: Offer,
  now: Offer,
  rewardText: (reward: Reward) => string,
): [name: string, mine: string, now: string][] {
  const row = (name: string, textOf: (offer: Offer) => string): [string, string, string] => [
    name,
    textOf(mine),
    textOf(now),
  ]
  return [
    row(m.campaigns_pays_heading(), ({ reward }) => rewardText(reward)),
    row(m.campaigns_fact_hold(), ({ holdDays }) => days(holdDays)),
    row(m.campaigns_fact_cookie(), ({ cookieDays }) => days(cookieDays)),
  ]
}

function days(count: number): string {
  return m.campaigns_days_value({ count, amount: formatNumber(count) })
}
