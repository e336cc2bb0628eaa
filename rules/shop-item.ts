/** What the shop sells. */
export const ITEM_KINDS = ['gift_card', 'crels_pack', 'streak_freeze', 'merchandise', 'boost'] as const
export type ItemKind = (typeof ITEM_KINDS)[number]

/** Whether an item can be bought: `soon` before its window, `ended` after it. */
export const SALE_STATES = ['open', 'soon', 'ended', 'sold_out'] as const
export type SaleState = (typeof SALE_STATES)[number]

/** The same for operators, who see what people do not: `hidden`. */
export const OPERATED_STATES = [...SALE_STATES, 'hidden'] as const
export type OperatedItemState = (typeof OPERATED_STATES)[number]

/** When an item is seen and sold, in milliseconds since 1970; from the first moment until before the last. */
export type ItemWindows = {
  readonly visibleFrom: number
  readonly visibleUntil: number | null
  readonly activeFrom: number | null
  readonly activeUntil: number | null
}

/** Whether people see an item in the shop. */
export function isShown({ visibleFrom, visibleUntil }: ItemWindows, now: number): boolean {
  return now >= visibleFrom && (visibleUntil === null || now < visibleUntil)
}

/** Whether an item that is shown can be bought now. `stock` is null where there is no limit. */
export function saleState(windows: ItemWindows, stock: number | null, now: number): SaleState {
  if (windows.activeUntil !== null && now >= windows.activeUntil) return 'ended'
  if (windows.activeFrom !== null && now < windows.activeFrom) return 'soon'
  return stock === 0 ? 'sold_out' : 'open'
}

/** Pieces left that are counted one by one: of a pool so many unused codes stand for that many and more. */
export const STOCK_COUNTED_MAX = 1_000

/** The price of one piece: of a pack by what a crel costs. */
export function itemPrice(
  { points, crels }: { readonly points: number | null; readonly crels: number | null },
  { crelsPackPoints }: { readonly crelsPackPoints: number },
): number {
  return points ?? crels! * crelsPackPoints
}

/** The most pieces of an order. */
export function quantityMax(kind: ItemKind): number {
  return kind === 'boost' ? 1 : kind === 'streak_freeze' ? 31 : 20
}
