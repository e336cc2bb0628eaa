import { useRef } from 'react'
import { m } from '#messages'
import type { RewardProgram } from '#contracts/rewards.constants.ts'
import { useCheckInAction } from '#web/features/check-in/shared/use-check-in-action.ts'
import { FollowPlatform } from '../features/gamification/follow-platforms.tsx'
import { useGamification, useHolderPrize } from '../features/gamification/queries.ts'
import { useClaimMonth } from '../features/monthly-claim/queries.ts'
import { newIdempotencyKey } from '../platform/api.ts'
import { ApiProblem } from '../platform/api-problem.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { problemOf } from '../ui/problem-of.ts'
import classes from './claim-button.module.css'

export interface ClaimProps {
  /** Of the reward, for who does not see the row it stands in. */
  name: string
  /** Hears of what was granted, for the celebration. */
  onGranted: (points: number) => void
}

/** Claims a reward where it is shown: one press, one answer, and why not beside it. */
export function ClaimButton({
  reward,
  platform,
  isNamed,
  ...props
}: {
  reward: RewardProgram
  platform: string | null
  /** What is beside it says which platform is followed. */
  isNamed?: boolean
} & ClaimProps) {
  switch (reward) {
    case 'daily-check-in':
      return <CheckInClaim {...props} />
    case 'monthly-claim':
      return <MonthClaim {...props} />
    case 'holder-prize':
      return <HolderClaim {...props} />
    case 'social-follow':
      return <FollowClaim platform={platform} isNamed={isNamed} onGranted={props.onGranted} />
    default:
      return null
  }
}

/** In a row that is there until the day has its check-in. */
function CheckInClaim({ name, onGranted }: ClaimProps) {
  const action = useCheckInAction(false, ({ granted }) => onGranted(granted))
  return (
    <Claim
      name={name}
      press={action.press}
      isBusy={action.isBusy}
      failure={action.failure ?? action.already}
    />
  )
}

/** Claims the month before this one. */
export function MonthClaim({ name, onGranted }: ClaimProps) {
  const claim = useClaimMonth()
  // Kept while no answer came: a repetition gets the answer of the first.
  const key = useRef<string | null>(null)
  const press = () => {
    key.current ??= newIdempotencyKey()
    // By its promise: the button has left the page when what it changed is read.
    claim.mutateAsync(key.current).then(
      ({ granted }) => onGranted(granted),
      (error) => {
        if (error instanceof ApiProblem) key.current = null
      },
    )
  }
  return <Claim name={name} press={press} isBusy={claim.isPending} failure={failureOf(claim.error)} />
}

/** Claims this month's holder prize. */
export function HolderClaim({ name, onGranted }: ClaimProps) {
  const claim = useHolderPrize()
  const press = () =>
    claim.mutateAsync().then(
      ({ granted }) => onGranted(granted),
      () => {},
    )
  return (
    <Claim name={name} press={() => void press()} isBusy={claim.isPending} failure={failureOf(claim.error)} />
  )
}

function FollowClaim({
  platform,
  isNamed,
  onGranted,
}: { platform: string | null; isNamed: boolean | undefined } & Pick<ClaimProps, 'onGranted'>) {
  const platforms = useGamification().data?.rewards.socialFollow
  const one = platforms?.find((view) => view.platform === platform)
  return one ? <FollowPlatform isNamed={isNamed} platform={one} onGranted={onGranted} /> : null
}

function Claim({
  name,
  press,
  isBusy,
  failure,
}: {
  name: string
  press: () => void
  isBusy: boolean
  failure: string | undefined
}) {
  return (
    <>
      <Button look="soft" size="s" onClick={press} loading={isBusy}>
        {m.gamification_next_claim_action()}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {failure && (
        <div className={classes.failure}>
          <Notice>{failure}</Notice>
        </div>
      )}
    </>
  )
}

function failureOf(error: Error | null): string | undefined {
  if (!error) return undefined
  return problemOf(error).detail ?? m.gamification_unanswered()
}
