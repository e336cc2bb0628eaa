import { useState, type ReactNode } from 'react'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { Destination } from '#contracts/redemptions.schemas.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatSoon } from '#web/ui/common/format.ts'
import { useNow } from '#web/ui/use-now.ts'
import { DestinationList } from './destination-list.tsx'
import { useDestinations, useRedemptionTerms } from './queries.ts'
import { hoursText, readyText } from './redemption-text.ts'
import { StepHeading } from './step-heading.tsx'
import { chosenOf, usableOf } from './usable.ts'
import classes from './redemptions.module.css'

/**
 * The first step: one of my destinations that can be used. Without one it says how to add it and from when on; no price
 * is asked for before.
 */
export function WhereTo({
  chosen,
  takesFocus,
  onChosen,
  onCalculate,
  balance,
  missing,
}: {
  chosen: Destination | null
  takesFocus: boolean
  onChosen: (destination: Destination) => void
  /** Looks at amounts without a destination. */
  onCalculate: () => void
  /** What I have, in words. */
  balance: ReactNode
  /** The least that is paid out, in words, while I have less. */
  missing: string | null
}) {
  const now = useNow()
  const { data } = useDestinations()
  const wait = useRedemptionTerms().data?.newDestinationHours
  const usable = usableOf(data?.items ?? [])
  const [picked, setPicked] = useState(chosen)
  const current = chosenOf(data?.items ?? [], picked)
  const texts = {
    now: () => ({ heading: m.redemptions_where(), hint: null }),
    later: ({ usableFrom, frozenBy }: Destination) => ({
      heading: readyText(formatSoon(usableFrom, now), missing),
      hint: {
        new: m.redemptions_wait_why,
        account_change: m.redemptions_wait_after_change,
        payouts_stopped: m.redemptions_wait_check,
      }[frozenBy ?? 'new'](),
    }),
    never: () =>
      wait
        ? {
            heading:
              missing === null
                ? m.redemptions_add_now({
                    time: formatSoon(new Date(now.getTime() + wait * 3_600_000), now),
                  })
                : m.redemptions_add_ahead({ dollars: missing }),
            hint: m.redemptions_wait_new({ wait: hoursText(wait) }),
          }
        : { heading: m.redemptions_where(), hint: null },
  }
  const { heading, hint } = usable.at === 'later' ? texts.later(usable.destination) : texts[usable.at]()
  return (
    <>
      <div className={classes.intro}>
        <StepHeading takesFocus={takesFocus}>{heading}</StepHeading>
        {hint && <p className={classes.note}>{hint}</p>}
      </div>
      <DestinationList chosen={current?.id} onChoose={setPicked} />
      {usable.at === 'later' ? (
        <ButtonLink full to={paths.crels('wallet')}>
          {m.redemptions_to_wallet()}
        </ButtonLink>
      ) : (
        <Button look="gold" full disabled={!current} onClick={() => current && onChosen(current)}>
          {m.redemptions_continue()}
        </Button>
      )}
      <p className={classes.balance}>{balance}</p>
      {usable.at !== 'now' && (
        <Button look="plain" full onClick={onCalculate}>
          {m.redemptions_calculate()}
        </Button>
      )}
    </>
  )
}
