import { m } from '#messages'
import { formatDateTime } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { useRedemptionTerms } from './queries.ts'

/** Until when nothing is paid out, since something about the account changed; nothing where nothing is frozen. */
export function PayoutsFrozen() {
  const until = useRedemptionTerms().data?.frozenUntil
  return until ? <Notice tone="gold">{m.redemptions_frozen({ time: formatDateTime(until) })}</Notice> : null
}
