import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import type { Gamification, PlatformView } from '#contracts/gamification.schemas.ts'
import { paths } from '#contracts/paths.ts'
import { Button, ButtonAnchor, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDate, formatNumber, formatRelative } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { Pill } from '#web/ui/pill.tsx'
import { problemOf } from '#web/ui/problem-of.ts'
import { useNow } from '#web/ui/use-now.ts'
import { platformName } from './platform-name.ts'
import { useFollow, useHolderPrize } from './queries.ts'
import classes from './reward-cards.module.css'

/** The four rewards, each with what it is worth, its status and what to do. */
export function RewardCards({
  rewards,
  onGranted,
}: {
  rewards: Gamification['rewards']
  /** Hears of what was granted, for the celebration. */
  onGranted: (points: number) => void
}) {
  const { dailyCheckIn, friendInvitation, socialFollow } = rewards
  const now = useNow()
  return (
    <div className={classes.cards}>
      <Card className={classes.card}>
        <Head heading={m.gamification_check_in()} points={dailyCheckIn.points} />
        <p>
          {dailyCheckIn.nextAt === null
            ? m.gamification_check_in_now()
            : dailyCheckIn.isCheckedIn
              ? m.gamification_check_in_done({ when: formatRelative(dailyCheckIn.nextAt, now) })
              : m.gamification_why_zone({ when: formatRelative(dailyCheckIn.nextAt, now) })}
        </p>
        <ButtonLink look={dailyCheckIn.nextAt ? 'soft' : 'primary'} to={paths.dailyCheckIn}>
          {dailyCheckIn.nextAt ? m.gamification_check_in_see() : m.gamification_next_check_in_action()}
        </ButtonLink>
      </Card>
      <HolderCard prize={rewards.holderPrize} onGranted={onGranted} />
      <Card className={classes.card}>
        <Head heading={m.gamification_invite()} points={friendInvitation.points} />
        <p>
          {m.gamification_invite_state({
            waiting: formatNumber(friendInvitation.waiting + friendInvitation.underReview),
            paid: formatNumber(friendInvitation.paid),
          })}
        </p>
        <ButtonLink look="soft" to={paths.referral}>
          {m.gamification_next_invite_action()}
        </ButtonLink>
      </Card>
      <Card className={classes.card} id="social-follow">
        <Head
          heading={m.gamification_follow()}
          points={socialFollow.reduce((sum, { points, isOpen }) => sum + (isOpen ? points : 0), 0)}
        />
        {socialFollow.length === 0 && <p>{m.gamification_follow_none()}</p>}
        <ul className={classes.platforms}>
          {socialFollow.map((platform) => (
            <Platform key={platform.platform} platform={platform} onGranted={onGranted} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

function Head({ heading, points }: { heading: string; points: number | null }) {
  return (
    <div className={classes.head}>
      <h3>{heading}</h3>
      {points !== null && points > 0 && <Pill tone="gold">+{formatNumber(points)}</Pill>}
    </div>
  )
}

function HolderCard({
  prize,
  onGranted,
}: {
  prize: Gamification['rewards']['holderPrize']
  onGranted: (points: number) => void
}) {
  const claim = useHolderPrize()
  const now = useNow()
  return (
    <Card className={classes.card} id="holder-prize">
      <Head heading={m.gamification_holder()} points={prize.points} />
      <p>
        {holderText(prize, now)}{' '}
        {prize.refusal === null && <Link to={paths.crels('wallet')}>{m.gamification_holder_see()}</Link>}
      </p>
      {claim.error && <Notice>{problemOf(claim.error).detail ?? m.gamification_unanswered()}</Notice>}
      {prize.refusal === null ? (
        <Button
          loading={claim.isPending}
          onClick={() => claim.mutate(undefined, { onSuccess: ({ granted }) => onGranted(granted) })}
        >
          {m.gamification_next_claim_action()}
        </Button>
      ) : (
        <ButtonLink look="soft" to={paths.crels('wallet')}>
          {m.gamification_holder_see()}
        </ButtonLink>
      )}
    </Card>
  )
}

function holderText(prize: Gamification['rewards']['holderPrize'], now: Date): string {
  const { refusal, crelsMin, crelsNeeded, windowDays, nextAt } = prize
  const [held, needed, days] = [formatNumber(crelsMin), formatNumber(crelsNeeded ?? 0), windowDays]
  switch (refusal) {
    case null:
      return m.gamification_holder_ready({ held, days })
    case 'claimed':
    case 'too_soon':
      return nextAt
        ? m.gamification_holder_claimed({ date: formatDate(nextAt, now) })
        : m.gamification_holder_claimed_once()
    case 'account_too_young':
      return nextAt
        ? m.gamification_holder_young_until({ days, date: formatDate(nextAt, now) })
        : m.gamification_holder_young({ days })
    case 'too_few_crels':
      return m.gamification_holder_few({ held, needed, days })
  }
}

/** Opens the platform first; the points follow on return. */
function Platform({
  platform: { platform, url, points, followedAt, isOpen },
  onGranted,
}: {
  platform: PlatformView
  onGranted: (points: number) => void
}) {
  const [isOpened, setIsOpened] = useState(false)
  const follow = useFollow()
  const name = platformName(platform)
  return (
    <li className={classes.platform}>
      <b>{name}</b>
      {followedAt ? (
        <Pill>{m.gamification_follow_done()}</Pill>
      ) : url === null ? (
        <Pill>{m.gamification_follow_soon()}</Pill>
      ) : !isOpen ? (
        <Pill>{m.gamification_follow_had()}</Pill>
      ) : isOpened ? (
        <Button
          size="s"
          look="gold"
          loading={follow.isPending}
          onClick={() => follow.mutate(platform, { onSuccess: ({ granted }) => onGranted(granted) })}
        >
          {m.gamification_follow_claim({ points: formatNumber(points) })}
          <span className="visually-hidden"> {name}</span>
        </Button>
      ) : (
        <ButtonAnchor
          size="s"
          look="soft"
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          onClick={() => setIsOpened(true)}
        >
          {m.gamification_follow_open()}
          <span className="visually-hidden"> {m.gamification_follow_open_on({ name })}</span>
        </ButtonAnchor>
      )}
      {follow.error && (
        <div className={classes.failure}>
          <Notice>{problemOf(follow.error).detail ?? m.gamification_unanswered()}</Notice>
        </div>
      )}
    </li>
  )
}
