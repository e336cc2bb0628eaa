import { m } from '#console-messages'
import type { OperatedItem, OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { formatDateTime, formatNumber } from '#console/ui/format.ts'

export const kindNames: Record<OperatedItem['kind'], () => string> = {
  gift_card: m.shop_kind_gift_card,
  merchandise: m.shop_kind_merchandise,
  streak_freeze: m.shop_kind_streak_freeze,
  boost: m.shop_kind_boost,
  crels_pack: m.shop_kind_crels_pack,
}

export const stateNames: Record<OperatedItem['state'], () => string> = {
  open: m.shop_state_open,
  sold_out: m.shop_state_sold_out,
  soon: m.shop_state_soon,
  ended: m.shop_state_ended,
  hidden: m.shop_state_hidden,
}

const fieldNames: Record<string, () => string> = {
  title: m.shop_title,
  summary: m.shop_card_text,
  description: m.shop_description,
  points: m.shop_points,
  crels: m.shop_crels,
  faceValue: m.shop_face_value,
  stock: m.shop_stock,
  memberLimit: m.shop_member_limit_field,
  countries: m.shop_countries,
  colors: m.shop_base,
  visibleFrom: m.shop_visible_from,
  visibleUntil: m.shop_visible_until,
  activeFrom: m.shop_active_from,
  activeUntil: m.shop_active_until,
  codes: m.shop_codes,
  image: m.shop_picture,
}

/** What a field of an item is called. */
export function fieldName(field: string): string {
  return fieldNames[field]?.() ?? field
}

/** Pieces left, in words where there is no limit. */
export function stockText(stock: number | null): string {
  return stock === null ? m.shop_no_limit() : formatNumber(stock)
}

export function membersText(count: number): string {
  return m.shop_members({ count, shown: formatNumber(count) })
}

export function ordersText(count: number): string {
  return m.shop_orders({ count, shown: formatNumber(count) })
}

/** When something is so, half open. */
export function windowText(from: string | null, until: string | null): string {
  const start = from && formatDateTime(from)
  const end = until && formatDateTime(until)
  if (start && end) return m.shop_from_until({ from: start, until: end })
  if (start) return m.shop_from({ from: start })
  return end ? m.shop_until({ until: end }) : m.shop_always()
}

/** Money in the currency it is in: what is printed on a gift card. */
export function faceText({ currency, minor }: NonNullable<OperatedItemDetail['faceValue']>): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** What a field of an item is, or was before a change. */
export function valueText(value: unknown): string {
  if (typeof value === 'number') return formatNumber(value)
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return formatDateTime(value)
  if (typeof value === 'object' && value !== null)
    return 'minor' in value
      ? faceText(value as { currency: string; minor: number })
      : Object.values(value).join(', ') || m.shop_nothing()
  return (value as string | null | undefined) || m.shop_nothing()
}
