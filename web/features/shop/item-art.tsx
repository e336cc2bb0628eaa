import type { CSSProperties, ReactNode } from 'react'
import IconGift from '@tabler/icons-react/dist/esm/icons/IconGift.mjs'
import IconRocket from '@tabler/icons-react/dist/esm/icons/IconRocket.mjs'
import IconShirt from '@tabler/icons-react/dist/esm/icons/IconShirt.mjs'
import IconSnowflake from '@tabler/icons-react/dist/esm/icons/IconSnowflake.mjs'
import type { ShopItem } from '#contracts/shop.schemas.ts'
import { Coin } from '#web/ui/common/coin.tsx'
import classes from './item-art.module.css'

const signs: Record<ShopItem['kind'], (size: number) => ReactNode> = {
  gift_card: (size) => <IconGift size={size} stroke={1.6} aria-hidden />,
  crels_pack: (size) => <Coin size={size} />,
  streak_freeze: (size) => <IconSnowflake size={size} stroke={1.6} aria-hidden />,
  merchandise: (size) => <IconShirt size={size} stroke={1.6} aria-hidden />,
  boost: (size) => <IconRocket size={size} stroke={1.6} aria-hidden />,
}

const signSizes = { tile: 30, card: 64, hero: 88 }

/** An item's picture, or the sign of its kind on the item's colours. Decorative: the title stands beside it. */
export function ItemArt({
  item,
  size = 'card',
  dim,
}: {
  item: Pick<ShopItem, 'kind' | 'image'>
  size?: keyof typeof signSizes
  /** It cannot be had now. */
  dim?: boolean
}) {
  const { kind, image } = item
  return (
    <div
      className={classes.art}
      data-size={size}
      data-dim={dim || undefined}
      style={{ '--base': image.base, '--glow': image.glow } as CSSProperties}
    >
      {signs[kind](signSizes[size])}
      {image.url && <img className={classes.image} src={image.url} alt="" loading="lazy" />}
    </div>
  )
}
