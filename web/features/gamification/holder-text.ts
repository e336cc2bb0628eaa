import { m } from '#messages'
import type { Gamification } from '#contracts/gamification.schemas.ts'
import { formatDate, formatNumber } from '#web/ui/common/format.ts'

/** How the holder prize stands: why it is not there yet, and until when. */
export function holderText(prize: Gamification['rewards']['holderPrize'], now: Date): string {
  const { refusal, crelsMin, crelsNeeded, windowDays: days, nextAt } = prize
  const [held, needed] = [formatNumber(crelsMin), formatNumber(crelsNeeded ?? 0)]
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
