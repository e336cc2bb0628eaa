import { useEffect, useState, type ComponentType } from 'react'
import { m } from '#messages'
import type { CheckedIn } from '#contracts/rewards.schemas.ts'
import { Celebration, News } from '#web/ui/celebration.tsx'
import { formatNumber, formatSigned } from '#web/ui/common/format.ts'

type Milestone = ComponentType<{ result: CheckedIn; onClose: () => void }>

/**
 * What a check-in gave, in a live region that is on the page from the beginning, so that a screen reader says it; a day
 * with a bonus, every thirtieth and every hundredth fill the screen as well.
 */
export function CheckInCelebration({ result, already }: { result?: CheckedIn; already?: string }) {
  const [closed, setClosed] = useState<string>()
  const isBig =
    result !== undefined && (result.bonusPoints > 0 || result.streak % 30 === 0 || result.streak % 100 === 0)
  // The screen of a large day, loaded for it alone. Not loaded for want of a network, the sentence has said it all.
  const [loaded, setLoaded] = useState<{ Milestone: Milestone }>()
  useEffect(() => {
    if (isBig) import('./milestone.tsx').then(setLoaded, () => {})
  }, [isBig])
  return (
    <>
      <News>
        {result && (
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
      {isBig && loaded && closed !== result.date && (
        <loaded.Milestone result={result} onClose={() => setClosed(result.date)} />
      )}
    </>
  )
}
