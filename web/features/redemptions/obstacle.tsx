import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'

/** What keeps a member from redeeming anything just now, with what to do about it; nothing where nothing does. */
export function Obstacle({ terms }: { terms: RedemptionTerms | undefined }) {
  const obstacle = terms && obstacleText(terms)
  if (!obstacle) return null
  return (
    <Notice
      tone="gold"
      action={
        obstacle.isProfile && (
          <ButtonLink look="soft" size="s" to={paths.profileInfo}>
            {m.redemptions_complete_profile()}
          </ButtonLink>
        )
      }
    >
      {obstacle.text}
    </Notice>
  )
}

/** Whether anything is in the way at all. */
export function isHindered(terms: RedemptionTerms | undefined): boolean {
  return terms !== undefined && obstacleText(terms) !== null
}

function obstacleText(terms: RedemptionTerms): { text: string; isProfile?: boolean } | null {
  if (terms.paused) return { text: m.redemptions_paused() }
  // What a member cannot mend comes first.
  if (terms.refusal === 'too_young') return { text: m.redemptions_too_young({ age: terms.minimumAge }) }
  if (terms.refusal) return { text: m.redemptions_country_blocked() }
  if (terms.debt > 0)
    return {
      text: m.redemptions_debt({
        crels: m.common_crels({ count: terms.debt, amount: formatNumber(terms.debt) }),
      }),
    }
  if (terms.frozenUntil) return { text: m.redemptions_frozen({ time: formatDateTime(terms.frozenUntil) }) }
  if (terms.stoppedUntil) return { text: m.redemptions_stopped({ time: formatDateTime(terms.stoppedUntil) }) }
  return terms.profileComplete ? null : { text: m.redemptions_profile(), isProfile: true }
}
