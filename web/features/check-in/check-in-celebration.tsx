import { useState } from 'react'
import { m } from '#messages'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { BigNumber } from '#web/ui/big-number.tsx'
import { Button } from '#web/ui/button.tsx'
import { Celebration, News } from '#web/ui/celebration.tsx'
import { Coin } from '#web/ui/coin.tsx'
import { formatNumber, formatSigned } from '#web/ui/format.ts'
import classes from './check-in-celebration.module.css'

/**
 * What a check-in brought, in a live region that stands on the page from the beginning, so that a screen reader says
 * it; a day with a bonus, and every thirtieth, is celebrated larger.
 */
export function CheckInCelebration({ brought, already }: { brought?: CheckedIn; already?: string }) {
  const [closed, setClosed] = useState<string>()
  const isBig = brought && (brought.bonusPoints > 0 || brought.streak % 30 === 0)
  return (
    <News>
      {brought && isBig && closed !== brought.date && (
        <div className={classes.big}>
          <Coin size={112} className={classes.coin} />
          <p className={classes.heading}>{m.check_in_celebrate_heading({ count: brought.streak })}</p>
          <p className={classes.text}>
            {m.check_in_celebrate_big({ points: formatSigned(brought.granted), day: brought.streak + 1 })}
          </p>
          <p className={classes.balance}>
            <span className={classes.text}>{m.check_in_celebrate_balance()}</span>
            <BigNumber value={brought.balance} />
          </p>
          <Button look="soft" full onClick={() => setClosed(brought.date)}>
            {m.check_in_celebrate_close()}
          </Button>
        </div>
      )}
      {brought && !isBig && (
        <Celebration
          text={m.check_in_celebrate({
            day: brought.streak,
            points: formatSigned(brought.granted),
            balance: formatNumber(brought.balance),
          })}
        />
      )}
      {already && <Celebration text={already} />}
    </News>
  )
}
