import { m } from '#console-messages'
import { putOperatedItemImage, removeOperatedItemImage } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Card } from '#console/ui/card.tsx'
import { PictureUpload } from '#console/ui/picture-upload.tsx'
import { ItemTile } from './item-tile.tsx'

/** An item's picture: seen, uploaded, removed. */
export function ItemPicture({ item }: { item: OperatedItemDetail }) {
  const { slug, image } = item
  const params = { slug }
  const seen = image.url ?? ''
  return (
    <Card heading={m.shop_picture()}>
      <PictureUpload
        hasPicture={image.url !== null}
        permission="shop.image"
        keep={async (file) =>
          file
            ? await call(putOperatedItemImage, {
                params,
                query: { reason: m.shop_picture_reason(), seen },
                body: file,
              })
            : await call(removeOperatedItemImage, {
                params,
                query: { reason: m.shop_picture_reason_removed(), seen },
              })
        }
        texts={{
          hint: m.shop_picture_hint(),
          put: m.shop_picture_put(),
          other: m.shop_picture_other(),
          remove: m.shop_picture_remove(),
          kept: m.shop_picture_kept(),
          removed: m.shop_picture_removed(),
        }}
      >
        <ItemTile item={item} isLarge />
        <p>{image.url === null ? m.shop_picture_drawn() : m.shop_picture_hint()}</p>
      </PictureUpload>
    </Card>
  )
}
