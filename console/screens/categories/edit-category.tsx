import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedCategory, setCategory } from '#contracts/operator-categories.endpoints.ts'
import type { OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { draftOf, isOther, writtenOf, type CategoryDraft } from './category-draft.ts'
import { CategoryForm } from './category-form.tsx'
import { CategorySeen } from './category-seen.tsx'
import styles from './categories.module.css'

/** Changes what a category is called, from now on. */
export default function EditCategory() {
  const { slug } = useParams() as { slug: string }
  const category = useQuery({
    queryKey: ['categories', slug],
    queryFn: async ({ signal }) => await call(getOperatedCategory, { params: { slug }, signal }),
  })
  if (category.isPending) return <LoadingState />
  if (category.isError) return <FailureState error={category.error} onRetry={() => void category.refetch()} />
  return <Edit key={slug} read={category.data} />
}

function Edit({ read }: { read: OperatedCategory }) {
  // What is typed is of this one, though it may be changed meanwhile.
  const [first] = useState(read)
  const [seen, setSeen] = useState(read)
  const { slug, isRetired, use } = seen
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async ({ draft, reason }: { draft: CategoryDraft; reason: string }) =>
      await call(setCategory, {
        params: { slug },
        body: { ...writtenOf(draft), reason, seen: seen.revision },
      }),
    onSuccess: () => {
      notifications.show({ message: m.categories_saved() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.categories}/${slug}`)
    },
    onError: async (error) => {
      if (isProblem(error, 'conflict')) setSeen(await call(getOperatedCategory, { params: { slug } }))
    },
  })
  const isOvertaken = seen.revision !== first.revision
  return (
    <>
      <ScreenHead title={m.shell_edit_category()} summary={<bdi>{first.texts.en.name}</bdi>} />
      <CategoryForm initial={draftOf(first)} shown={first.shown} isEdit error={save.error}>
        {(draft) => {
          const isChanged = isOther(draft, seen)
          return (
            <ReasonAndSend
              label={isOvertaken ? m.categories_save_over() : m.categories_save()}
              isPending={save.isPending}
              isReady={isChanged && draft.texts.en.name.trim() !== ''}
              onSend={(reason) => save.mutate({ draft, reason })}
            >
              {isOvertaken && (
                <section className={styles.theirs} aria-label={m.categories_conflict()}>
                  <b>{m.categories_conflict()}</b>
                  <p className={styles.note}>{m.categories_conflict_hint()}</p>
                  <CategorySeen icon={seen.icon} texts={seen.texts} />
                </section>
              )}
              <p className={styles.note} role="status">
                {!isChanged
                  ? m.categories_unchanged()
                  : isRetired
                    ? m.categories_effect_retired()
                    : m.categories_effect({ slug, count: use.live })}
              </p>
            </ReasonAndSend>
          )
        }}
      </CategoryForm>
    </>
  )
}
