import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import type { OrderTerms } from '#contracts/orders.schemas.ts'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import type { OrderRefusal } from '#rules/order-refusal.ts'
import { limitLeft } from '#rules/order-refusal.ts'
import type { PackRefusal } from '#rules/pack-allowance.ts'
import { STOCK_COUNTED_MAX, type ItemKind } from '#rules/shop-item.ts'
import { formatDate, formatDateTime, formatNumber, formatUsd, moneyLocale } from '#web/ui/common/format.ts'
import { crelsText, pointsText } from './price-text.ts'

const kinds: Record<ItemKind, { one: () => string; many: () => string }> = {
  gift_card: { one: m.shop_kind_gift_card, many: m.shop_kinds_gift_card },
  crels_pack: { one: m.shop_kind_crels_pack, many: m.shop_kinds_crels_pack },
  streak_freeze: { one: m.shop_kind_streak_freeze, many: m.shop_kinds_streak_freeze },
  merchandise: { one: m.shop_kind_merchandise, many: m.shop_kinds_merchandise },
  boost: { one: m.shop_kind_boost, many: m.shop_kinds_boost },
}

/** A kind by its name: `Gift card`. */
export function kindText(kind: ItemKind): string {
  return kinds[kind].one()
}

/** All of a kind: `Gift cards`. */
export function kindsText(kind: ItemKind): string {
  return kinds[kind].many()
}

/** Money in any currency from its smallest unit: `$25.00`, `¥3,000`. */
export function faceText({ currency, minor }: { currency: string; minor: number }): string {
  if (currency === 'USD') return formatUsd(minor)
  const format = new Intl.NumberFormat(moneyLocale, { style: 'currency', currency })
  return format.format(minor / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2))
}

/** What one piece is worth outside, where it says so. */
export function worthText({ faceValue, crels }: Pick<ShopItem, 'faceValue' | 'crels'>): string | null {
  if (crels !== null) return crelsText(crels)
  return faceValue ? faceText(faceValue) : null
}

/** Few enough left to say so on a card. */
const fewLeft = 20

/** On a card, in a line: what hurries and what limits. */
export function cardFacts(item: ShopItem, terms: OrderTerms | undefined, now: Date): string[] {
  const { state, stock, activeFrom, activeUntil } = item
  if (state === 'soon') return [m.shop_opens({ time: formatDateTime(activeFrom!, now) })]
  if (state !== 'open') return []
  const left = leftOf(item, terms)
  return [
    stock !== null && stock <= fewLeft && m.shop_left({ count: stock, amount: formatNumber(stock) }),
    activeUntil && m.shop_until({ time: formatDate(activeUntil, now) }),
    left !== null &&
      left > 0 &&
      (left < item.memberLimit! ? m.shop_may_buy({ count: left }) : m.shop_limit({ count: left })),
  ].filter((fact) => typeof fact === 'string')
}

/** In detail: each fact with its name. */
export function itemFacts(
  item: ShopItem,
  terms: OrderTerms | undefined,
  now: Date,
): { name: string; value: string }[] {
  const { stock, memberLimit, activeFrom, activeUntil, state } = item
  const worth = worthText(item)
  const left = leftOf(item, terms)
  const window =
    state === 'soon'
      ? m.shop_window_from({ time: formatDateTime(activeFrom!, now) })
      : activeUntil && m.shop_window_until({ time: formatDateTime(activeUntil, now) })
  return [
    worth && { name: m.shop_fact_worth(), value: worth },
    stock !== null && {
      name: m.shop_fact_left(),
      value: stockText(stock),
    },
    window && { name: m.shop_fact_window(), value: window },
    memberLimit !== null && {
      name: m.shop_fact_limit(),
      value:
        terms && left !== null && left > 0 && left < memberLimit
          ? m.shop_limit_left({ limit: m.shop_limit({ count: memberLimit }), left })
          : m.shop_limit({ count: memberLimit }),
    },
  ].filter((fact) => typeof fact === 'object' && fact !== null)
}

function stockText(stock: number): string {
  if (stock === 0) return m.shop_sold_out()
  // Of a pool no more are counted.
  if (stock >= STOCK_COUNTED_MAX) return m.shop_left_plenty()
  return m.shop_left({ count: stock, amount: formatNumber(stock) })
}

function leftOf({ id, memberLimit }: ShopItem, terms: OrderTerms | undefined): number | null {
  const bought = terms?.items.find(({ itemId }) => itemId === id)?.bought ?? 0
  return limitLeft({ memberLimit, bought })
}

/** Why something cannot be bought, before it is tried; and where that is put right, if it can be. */
export interface Hindrance {
  text: string
  fix?: { label: string; to: string }
}

/** What is in a member's way, in words. Points that are missing are shown by a bar instead. */
export function hindranceOf(refusal: OrderRefusal, terms: OrderTerms, now: Date): Hindrance {
  switch (refusal.code) {
    case 'purchase_limit':
      return { text: m.shop_limit_reached() }
    case 'freezes_full':
      return {
        text: m.shop_freezes_full({ count: terms.freezes.max }),
        fix: { label: m.shop_to_check_in(), to: paths.dailyCheckIn },
      }
    case 'boost_active':
      return { text: m.shop_boost_running({ time: formatDateTime(new Date(refusal.until), now) }) }
    case 'pack_limit':
      return packHindrance(terms.packs, now)
    case 'insufficient_funds':
      return {
        text: m.shop_short({ points: pointsText(refusal.missing) }),
        fix: { label: m.shop_earn(), to: paths.points },
      }
    case 'sold_out':
      return { text: m.shop_sold_out() }
    case 'price_changed':
    case 'item_not_available':
      return { text: m.shop_not_on_sale() }
  }
}

function packHindrance({ crelsLeft, boundBy, until }: OrderTerms['packs'], now: Date): Hindrance {
  if (crelsLeft > 0) return { text: m.shop_pack_left({ crels: crelsText(crelsLeft) }) }
  const time = until === null ? '' : formatDate(until, now)
  const texts: Record<PackRefusal, () => Hindrance> = {
    off: () => ({ text: m.shop_pack_off() }),
    profile_incomplete: () => ({
      text: m.shop_pack_profile(),
      fix: { label: m.shop_complete_profile(), to: paths.profileInfo },
    }),
    account_age: () => ({ text: m.shop_pack_age({ date: time }) }),
    month_budget: () => ({ text: m.shop_pack_budget({ date: time }) }),
    member_month: () => ({ text: m.shop_pack_month({ date: time }) }),
    earnings: () => ({
      text: m.shop_pack_earnings(),
      fix: { label: m.shop_find_campaigns(), to: paths.campaigns },
    }),
  }
  return texts[boundBy]()
}
