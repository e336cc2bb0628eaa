import { useState } from 'react'
import { m } from '#messages'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Button } from '#web/ui/button.tsx'
import { Celebration, News } from '#web/ui/celebration.tsx'
import { PointsCoin } from '#web/ui/common/coin.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'
import classes from './check-in-celebration.module.css'

/**
 * What a check-in gave, in a live region that is on the page from the beginning, so that a screen reader says it; a day
 * with a bonus, and every thirtieth, is celebrated larger.
 */
export function CheckInCelebration({ result, already }: { result?: CheckedIn; already?: string }) {
  const [closed, setClosed] = useState<string>()
  const isBig = result && (result.bonusPoints > 0 || result.streak % 30 === 0)
  return (
    <News>
      {result && isBig && closed !== result.date && (
        <div className={classes.big}>
          <PointsCoin size={112} className={classes.coin} />
          <p className={classes.heading}>{m.check_in_celebrate_heading({ count: result.streak })}</p>
          <p className={classes.text}>
            {m.check_in_celebrate_big({ points: formatSigned(result.granted), day: result.streak + 1 })}
          </p>
          <p className={classes.balance}>
            <span className={classes.text}>{m.check_in_celebrate_balance()}</span>
            <BigNumber value={result.balance} />
          </p>
          <Button look="soft" full onClick={() => setClosed(result.date)}>
            {m.check_in_celebrate_close()}
          </Button>
        </div>
      )}
      {result && !isBig && (
        <Celebration
          text={m.check_in_celebrate({
            day: result.streak,
            points: formatSigned(result.granted),
            balance: formatNumber(result.balance),
          })}
        />
      )}
      {already && <Celebration text={already} />}
    </News>
  )
}
