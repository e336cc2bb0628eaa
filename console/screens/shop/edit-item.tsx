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
import { OvertakenFields } from '#console/ui/overtaken.tsx'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
import { changesOf, draftOf, type ItemDraft } from './item-draft.ts'
import { ItemForm } from './item-form.tsx'
import { fieldName, membersText, ordersText, valueText } from './item-words.ts'
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
  return <Edit key={slug} read={item.data} />
}

function Edit({ read }: { read: OperatedItemDetail }) {
  const { slug } = read
  const { first, seen, isOvertaken, onFailure } = useSeen(read, {
    again: async () => await call(getOperatedItem, { params: { slug } }),
    versionOf: ({ revision }) => revision,
  })
  const theirs = changesOf(first, draftOf(seen))
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async ({ draft, reason }: { draft: ItemDraft; reason: string }) =>
      await call(editOperatedItem, {
        params: { slug },
        body: { changes: changesOf(seen, draft), reason, seen: seen.revision },
      }),
    onSuccess: () => {
      notifications.show({ message: m.shop_saved() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.shop}/${slug}`)
    },
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.shop_edit_title({ title: first.title })} />
      <ItemForm initial={draftOf(seen)} isEdit error={save.error} imageUrl={seen.image.url}>
        {(draft) => {
          const changes = changesOf(seen, draft)
          const inBoth = (Object.keys(changes) as (keyof ItemChanges)[]).filter((field) => field in theirs)
          return (
            <ReasonAndSend
              label={inBoth.length > 0 ? m.common_save_over() : m.shop_save()}
              isPending={save.isPending}
              isReady={Object.keys(changes).length > 0}
              onSend={(reason) => save.mutate({ draft, reason })}
            >
              {isOvertaken && (
                <OvertakenFields
                  fields={inBoth.map((field) => [fieldName(field), valueText(theirs[field])])}
                />
              )}
              <Effect item={seen} changes={changes} />
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
