import { m } from '#messages'
import type { ItemKind } from '#rules/shop-item.ts'
import { Chip, Chips } from '#web/ui/rare/chips.tsx'
import { CheckIcon } from '#web/ui/icons.tsx'
import { kindsText } from './item-text.ts'
import { shopHref, type ShopView } from './shop-view.ts'
import classes from './shop.module.css'

/** What narrows the shop: one kind, and for members what they can afford. Kept in the address. */
export function ShopFilters({
  view,
  kinds,
  isMember,
  onAffordable,
}: {
  view: ShopView
  /** Those that there are. */
  kinds: readonly ItemKind[]
  isMember: boolean
  onAffordable: (isWanted: boolean) => void
}) {
  const { kind, isAffordable } = view
  const affordable = isMember && (
    <button
      type="button"
      className={classes.toggle}
      aria-pressed={isAffordable}
      onClick={() => onAffordable(!isAffordable)}
    >
      {isAffordable && <CheckIcon size={18} />}
      {m.shop_filter_affordable()}
    </button>
  )
  if (kinds.length <= 1) return affordable
  return (
    <Chips label={m.shop_filter()}>
      {affordable}
      <Chip to={shopHref({ ...view, kind: undefined })} current={kind === undefined}>
        {m.shop_filter_all()}
      </Chip>
      {kinds.map((one) => (
        <Chip key={one} to={shopHref({ ...view, kind: one })} current={kind === one}>
          {kindsText(one)}
        </Chip>
      ))}
    </Chips>
  )
}
