import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { m } from '#console-messages'
import { putOperatedItemImage, removeOperatedItemImage } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import { call } from '#console/platform/api.ts'
import { useMay } from '#console/platform/session.ts'
import { Card } from '#console/ui/card.tsx'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { ItemTile } from './item-tile.tsx'
import styles from './shop.module.css'

/** An item's picture: seen, uploaded, removed. */
export function ItemPicture({ item }: { item: OperatedItemDetail }) {
  const { slug, image } = item
  const client = useQueryClient()
  const may = useMay()
  const put = useMutation({
    mutationFn: async (file: File | null) =>
      file
        ? await call(putOperatedItemImage, {
            params: { slug },
            query: { reason: m.shop_picture_reason() },
            body: file,
          })
        : await call(removeOperatedItemImage, {
            params: { slug },
            query: { reason: m.shop_picture_reason_removed() },
          }),
    onSuccess: async (_, file) => {
      notifications.show({ message: file ? m.shop_picture_kept() : m.shop_picture_removed() })
      await client.invalidateQueries()
    },
  })
  return (
    <Card heading={m.shop_picture()}>
      <div className={styles.picture}>
        <ItemTile item={item} isLarge />
        <p>{image.url === null ? m.shop_picture_drawn() : m.shop_picture_hint()}</p>
        {may('shop.image') && (
          <div className={styles.acts}>
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/svg+xml"
              onChange={(file) => file && put.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="light" loading={put.isPending} title={m.shop_picture_hint()}>
                  {image.url === null ? m.shop_picture_put() : m.shop_picture_other()}
                </Button>
              )}
            </FileButton>
            {image.url !== null && (
              <Button variant="default" disabled={put.isPending} onClick={() => put.mutate(null)}>
                {m.shop_picture_remove()}
              </Button>
            )}
          </div>
        )}
      </div>
      {put.isError && <FailureAlert error={put.error} />}
    </Card>
  )
}
