import { m } from '#messages'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import { formatDateTime, formatNumber } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { useNow } from '#web/ui/use-now.ts'

/** That check-ins and shares pay double now: until when, and for how many points more. */
export function BoostNotice({ boost: { until, pointsLeft } }: { boost: NonNullable<OrderTerms['boost']> }) {
  const now = useNow()
  if (new Date(until) <= now) return null
  return (
    <Notice tone="green">
      <b>{m.shop_boost_active({ time: formatDateTime(until, now) })}</b>{' '}
      {m.shop_boost_left({ count: pointsLeft, points: formatNumber(pointsLeft) })}
    </Notice>
  )
}
