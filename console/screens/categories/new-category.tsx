import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { addCategory } from '#contracts/operator-categories.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { emptyCategory, writtenOf, type CategoryDraft } from './category-draft.ts'
import { CategoryForm } from './category-form.tsx'
import styles from './categories.module.css'

/** Adds a category after the others, and opens it. */
export default function NewCategory() {
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: async ({ draft, reason }: { draft: CategoryDraft; reason: string }) =>
      await call(addCategory, {
        body: { slug: draft.slug.trim(), ...writtenOf(draft), reason },
        idempotencyKey,
      }),
    onSuccess: ({ slug }) => {
      notifications.show({ message: m.categories_added() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.categories}/${slug}`)
    },
    onError: renewKeyIfRefused,
  })
  return (
    <>
      <ScreenHead title={m.shell_new_category()} />
      <CategoryForm initial={emptyCategory} isEdit={false} error={add.error}>
        {(draft) => (
          <ReasonAndSend
            label={m.categories_add()}
            isPending={add.isPending}
            isReady={draft.slug.trim() !== '' && draft.texts.en.name.trim() !== ''}
            onSend={(reason) => add.mutate({ draft, reason })}
          >
            {draft.slug.trim() !== '' && (
              <p className={styles.note}>{m.categories_add_effect({ slug: draft.slug.trim() })}</p>
            )}
          </ReasonAndSend>
        )}
      </CategoryForm>
    </>
  )
}
