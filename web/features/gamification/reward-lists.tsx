import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { Rewards } from '#contracts/gamification.schemas.ts'
import { pointsOf } from '#contracts/points-path.ts'
import { CampaignName } from '#web/ui/campaign-name.tsx'
import { Card, Row, Rows } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { formatDate, formatDateTime, formatSigned } from '#web/ui/common/format.ts'
import { Section } from '#web/ui/page.tsx'
import { LoadMoreOf, type Endless } from '#web/ui/rare/load-more.tsx'
import { useNow } from '#web/ui/use-now.ts'
import {
  claimPath,
  missedName,
  missedWhy,
  pendingName,
  pendingPath,
  pendingWhy,
  rewardName,
} from './reward-text.ts'
import classes from './reward-lists.module.css'

/** What I can claim now, each with its button. */
export function ClaimableRewards({
  claimable,
  claim,
}: Pick<Rewards, 'claimable'> & {
  /** The button that claims one of them here. */
  claim: (one: Rewards['claimable'][number], name: string) => ReactNode
}) {
  const now = useNow()
  if (claimable.length === 0)
    return (
      <EmptyState
        of="points"
        heading={m.gamification_claimable_none()}
        hint={m.gamification_claimable_none_hint()}
      />
    )
  return (
    <Section heading={m.gamification_claimable()}>
      <Card tone="gold">
        <Rows>
          {claimable.map((one) => {
            const { reward, points, platform, until } = one
            const name = rewardName(reward, platform)
            return (
              <Row key={`${reward} ${platform}`} className={classes.row}>
                <span className={classes.text}>
                  <Link to={claimPath(reward)}>{name}</Link>
                  {until && <span>{m.gamification_claim_until({ date: formatDateTime(until, now) })}</span>}
                </span>
                <b className={classes.points}>{formatSigned(points)}</b>
                {claim(one, name)}
              </Row>
            )
          })}
        </Rows>
      </Card>
    </Section>
  )
}

/** What a reward is for, leading to where it is shown: a share by its campaign. */
function Waiting({
  reward,
  name,
  campaign,
  to,
}: Pick<Rewards['pending'][number], 'reward' | 'campaign'> & { name: string; to: string }) {
  if (!campaign) return <Link to={to}>{name}</Link>
  return (
    <>
      <b>{rewardName(reward, null)}</b>
      <div>
        <CampaignName campaign={campaign} to={to} size={36} />
      </div>
    </>
  )
}

/** What is on its way, with why it is not there and until when. */
export function PendingRewards({ pending }: Pick<Rewards, 'pending'>) {
  const now = useNow()
  if (pending.length === 0) return null
  return (
    <Section heading={m.gamification_pending()}>
      <Card>
        <Rows>
          {pending.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two friends may have one name
            <Row key={index} className={classes.row}>
              <span className={classes.text}>
                <Waiting {...one} name={pendingName(one)} to={pendingPath(one)} />
                <span>{pendingWhy(one, now)}</span>
              </span>
              {one.points !== null && one.points > 0 && (
                <b className={classes.waiting}>{formatSigned(one.points)}</b>
              )}
            </Row>
          ))}
        </Rows>
      </Card>
    </Section>
  )
}

/** What I did not get and cannot get any more, with why and since when. */
export function MissedRewards({ missed }: Pick<Rewards, 'missed'>) {
  const now = useNow()
  if (missed.length === 0) return null
  return (
    <Section heading={m.gamification_missed()}>
      <Card>
        <Rows>
          {missed.map((one, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two friends may have one name
            <Row key={index} className={classes.row}>
              <span className={classes.text}>
                <Waiting {...one} name={missedName(one)} to={claimPath(one.reward)} />
                <span>{missedWhy(one, now)}</span>
              </span>
            </Row>
          ))}
        </Rows>
      </Card>
    </Section>
  )
}

/** Everything I was granted, newest first. */
export function PastRewards({ items, query }: Pick<Rewards, 'items'> & { query: Endless }) {
  const now = useNow()
  return (
    <Section heading={m.gamification_past()}>
      {items.length === 0 ? (
        <EmptyState of="points" heading={m.gamification_past_none()} hint={m.gamification_past_none_hint()} />
      ) : (
        <>
          <Card>
            <Rows>
              {items.map(({ transactionId, program, points, at }) => (
                <Row key={transactionId} className={classes.row}>
                  <span className={classes.text}>
                    <Link to={pointsOf(program)}>{rewardName(program, null)}</Link>
                    <span>{formatDate(at, now)}</span>
                  </span>
                  <b className={classes.granted}>{formatSigned(points)}</b>
                </Row>
              ))}
            </Rows>
          </Card>
          <LoadMoreOf query={query} shown={items.length} label={m.gamification_past_more()} />
        </>
      )}
    </Section>
  )
}
