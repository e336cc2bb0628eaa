import type { OperatedItem } from '#contracts/operator-shop.schemas.ts'
import styles from './shop.module.css'

/** An item's picture, or its letter on its colours. */
export function ItemTile({
  item: { title, image },
  isLarge = false,
}: {
  item: Pick<OperatedItem, 'title' | 'image'>
  isLarge?: boolean
}) {
  return (
    <span
      className={styles.tile}
      data-large={isLarge || undefined}
      aria-hidden
      style={{
        background: `radial-gradient(circle at 80% 10%, ${image.glow}, transparent 72%), ${image.base}`,
      }}
    >
      {image.url === null ? [...title][0]?.toUpperCase() : <img src={image.url} alt="" />}
    </span>
  )
}
