import { m } from '#messages'
import type { Order } from '#contracts/orders.schemas.ts'
import { formatDate, formatDateTime } from '#web/ui/common/format.ts'
import { pointsText } from './price-text.ts'

type Refund = NonNullable<Order['refund']>

/** What cancelling an order gives back and until when, and what it does not, before it is done. */
export function cancellingText({ points, expiredPoints, ...expiry }: Refund): string {
  const dates = datesOf(expiry)
  if (!dates) return m.shop_order_cancel_nothing()
  const { first, last } = dates
  const price = pointsText(points)
  return [
    first === last
      ? m.shop_order_cancel_text({ price, until: first })
      : m.shop_order_cancel_between({ price, first, last }),
    ...(expiredPoints > 0 ? [m.shop_order_cancel_expired({ price: pointsText(expiredPoints) })] : []),
  ].join(' ')
}

/** The same of an order that was cancelled. */
export function cancelledText({ points, expiredPoints, ...expiry }: Refund, at: string): string {
  const date = formatDate(at)
  const dates = datesOf(expiry)
  if (!dates) return m.shop_order_cancelled_nothing({ date })
  const { first, last } = dates
  const price = pointsText(points)
  return [
    first === last
      ? m.shop_order_cancelled_hint({ price, date, until: first })
      : m.shop_order_cancelled_between({ price, date, first, last }),
    ...(expiredPoints > 0 ? [m.shop_order_cancelled_expired({ price: pointsText(expiredPoints) })] : []),
  ].join(' ')
}

function datesOf({
  firstExpiresAt,
  lastExpiresAt,
}: Pick<Refund, 'firstExpiresAt' | 'lastExpiresAt'>): { first: string; last: string } | undefined {
  if (firstExpiresAt === null || lastExpiresAt === null) return undefined
  return { first: formatDateTime(firstExpiresAt), last: formatDateTime(lastExpiresAt) }
}
