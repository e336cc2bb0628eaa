import { m } from '#messages'
import { formatNumber } from '#web/ui/common/format.ts'

/** Points as a price: `1,200 points`. */
export function pointsText(points: number): string {
  return m.shop_price({ count: points, points: formatNumber(points) })
}

export function crelsText(crels: number): string {
  return m.common_crels({ count: crels, amount: formatNumber(crels) })
}
