import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { createOperatedItem } from '#contracts/operator-shop.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { emptyItem, fileOf, type ItemDraft } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'

/** Puts an item into the shop, and opens it. */
export default function NewItem() {
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const make = useMutation({
    mutationFn: async ({ draft, reason }: { draft: ItemDraft; reason: string }) =>
      await call(createOperatedItem, { body: { ...fileOf(draft), reason }, idempotencyKey }),
    onSuccess: ({ slug, title }) => {
      notifications.show({ message: m.shop_made({ title }) })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.shop}/${slug}`)
    },
    onError: renewKeyIfRefused,
  })
  return (
    <>
      <ScreenHead title={m.shell_new_item()} />
      <ItemForm initial={emptyItem} isEdit={false} error={make.error} imageUrl={null}>
        {(draft) => (
          <ReasonAndSend
            label={m.shop_add()}
            isPending={make.isPending}
            isReady={draft.title.trim() !== '' && draft.summary.trim() !== ''}
            onSend={(reason) => make.mutate({ draft, reason })}
          />
        )}
      </ItemForm>
    </>
  )
}
