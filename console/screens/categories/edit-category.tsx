import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { getOperatedCategory, setCategory } from '#contracts/operator-categories.endpoints.ts'
import type { OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Overtaken } from '#console/ui/overtaken.tsx'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
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
  const { first, seen, isOvertaken, onFailure } = useSeen(read, {
    again: async () => await call(getOperatedCategory, { params: { slug: read.slug } }),
    versionOf: ({ revision }) => revision,
  })
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
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.shell_edit_category()} summary={<bdi>{first.texts.en.name}</bdi>} />
      <CategoryForm initial={draftOf(first)} shown={first.shown} isEdit error={save.error}>
        {(draft) => {
          const isChanged = isOther(draft, seen)
          return (
            <ReasonAndSend
              label={isOvertaken ? m.common_save_over() : m.common_save()}
              isPending={save.isPending}
              isReady={isChanged && draft.texts.en.name.trim() !== ''}
              onSend={(reason) => save.mutate({ draft, reason })}
            >
              {isOvertaken && (
                <Overtaken hint={m.categories_conflict_hint()}>
                  <CategorySeen icon={seen.icon} texts={seen.texts} />
                </Overtaken>
              )}
              <p className={styles.note} role="status">
                {!isChanged
                  ? m.common_unchanged()
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
