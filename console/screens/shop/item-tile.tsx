import type { OperatedItem } from '#contracts/operator-shop.schemas.ts'
import { Tile } from '#console/ui/tile.tsx'

/** An item's picture, or its letter on its colours. */
export function ItemTile({
  item: { title, image },
  isLarge = false,
}: {
  item: Pick<OperatedItem, 'title' | 'image'>
  isLarge?: boolean
}) {
  const ground = `radial-gradient(circle at 80% 10%, ${image.glow}, transparent 72%), ${image.base}`
  return <Tile name={title} url={image.url} ground={ground} size={isLarge ? 'wide' : undefined} />
}
