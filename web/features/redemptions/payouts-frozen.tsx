import { useLocation } from 'react-router'
import { m } from '#messages'
import { ButtonLink } from '#web/ui/button.tsx'
import { formatDateTime } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useRedemptionTerms } from './queries.ts'

/**
 * For the profile: until when nothing is paid out, since something about the account changed, and the way back for who
 * was led here from a redemption. Nothing where there is neither.
 */
export function PayoutsFrozen() {
  const until = useRedemptionTerms().data?.frozenUntil
  const { state } = useLocation() as { state: { redeemingAt?: unknown } | null }
  const back = typeof state?.redeemingAt === 'string' ? state.redeemingAt : null
  return (
    <>
      {until && <Notice tone="gold">{m.redemptions_frozen({ time: formatDateTime(until) })}</Notice>}
      {back && (
        <ButtonLink look="soft" size="s" to={back}>
          {m.redemptions_back()}
        </ButtonLink>
      )}
    </>
  )
}
