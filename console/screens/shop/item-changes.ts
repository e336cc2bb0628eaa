import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import type { ItemChanges } from '#contracts/shop-item-file.schemas.ts'

export type ItemChange = OperatedItemDetail['changes'][number]

/** Fields that an edit brings back: stock and codes have their own acts, a picture is a file. */
const kept = new Set(['stock', 'codes', 'image'])

/** What the fields of a change were before it, as an edit takes them; empty for the making of an item. */
export function previousValues({ fields }: ItemChange): ItemChanges {
  return Object.fromEntries(
    Object.entries(fields as Record<string, object>).flatMap(([name, value]) =>
      'previous' in value && !kept.has(name) ? [[name, value.previous]] : [],
    ),
  ) as ItemChanges
}
