import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { editOperatedItem, getOperatedItem } from '#contracts/operator-shop.endpoints.ts'
import type { OperatedItemDetail } from '#contracts/operator-shop.schemas.ts'
import type { ItemChanges } from '#contracts/shop-item-file.schemas.ts'
import { call } from '#console/platform/api.ts'
import { formatNumber } from '#console/ui/format.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { changesOf, draftOf, type ItemDraft } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { fieldName, membersText, ordersText } from './item-words.ts'
import styles from './shop.module.css'

/** Changes what an item is, from now on. */
export default function EditItem() {
  const { slug } = useParams() as { slug: string }
  const item = useQuery({
    queryKey: ['shop-item', slug],
    queryFn: async ({ signal }) => await call(getOperatedItem, { params: { slug }, signal }),
    // What is typed stays, whoever changes it meanwhile: the revision tells them apart.
    refetchOnWindowFocus: false,
  })
  if (item.isPending) return <LoadingState />
  if (item.isError) return <FailureState error={item.error} onRetry={() => void item.refetch()} />
  return <Edit item={item.data} />
}

function Edit({ item }: { item: OperatedItemDetail }) {
  const { slug, title, revision } = item
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async ({ draft, reason }: { draft: ItemDraft; reason: string }) =>
      await call(editOperatedItem, {
        params: { slug },
        body: { changes: changesOf(item, draft), reason, seen: revision },
      }),
    onSuccess: () => {
      notifications.show({ message: m.shop_saved() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.shop}/${slug}`)
    },
  })
  return (
    <>
      <ScreenHead title={m.shop_edit_title({ title })} />
      <ItemForm initial={draftOf(item)} isEdit error={save.error} imageUrl={item.image.url}>
        {(draft) => {
          const changes = changesOf(item, draft)
          return (
            <ReasonAndSend
              label={m.shop_save()}
              isPending={save.isPending}
              isReady={Object.keys(changes).length > 0}
              onSend={(reason) => save.mutate({ draft, reason })}
            >
              <Effect item={item} changes={changes} />
            </ReasonAndSend>
          )
        }}
      </ItemForm>
    </>
  )
}

/** What a change touches, before it is saved. */
function Effect({ item, changes }: { item: OperatedItemDetail; changes: ItemChanges }) {
  const fields = Object.keys(changes)
  if (fields.length === 0) return <p className={styles.note}>{m.shop_unchanged()}</p>
  return (
    <div className={styles.effect} role="status">
      <p>{m.shop_effect_fields({ fields: fields.map(fieldName).join(', ') })}</p>
      {typeof changes.points === 'number' && (
        <p>
          {m.shop_effect_price({ before: formatNumber(item.points), after: formatNumber(changes.points) })}
        </p>
      )}
      <p>
        {m.shop_effect_orders({ waiting: ordersText(item.waiting), awaited: membersText(item.awaitedBy) })}
      </p>
    </div>
  )
}
