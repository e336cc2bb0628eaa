import { Button, FileButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { m } from '#console-messages'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { isProblem } from '../platform/api-problem.ts'
import { useMay } from '../platform/session.ts'
import { ActButton, oneDone } from './act-button.tsx'
import { FailureAlert } from './failure-alert.tsx'
import type { RowAct } from './table/row-act.ts'
import styles from './picture-upload.module.css'

/** The one picture of something: seen, uploaded, replaced, removed. */
export function PictureUpload({
  hasPicture,
  permission,
  keep,
  texts,
  children,
}: {
  hasPicture: boolean
  permission: OperatorPermission
  /** Makes a file the picture; null removes it. */
  keep: (file: File | null) => Promise<unknown>
  texts: Record<'hint' | 'put' | 'other' | 'remove' | 'kept' | 'removed', string>
  /** As it is seen now, and what that says. */
  children: ReactNode
}) {
  const client = useQueryClient()
  const may = useMay()
  const put = useMutation({
    mutationFn: keep,
    onSuccess: async () => {
      notifications.show({ message: texts.kept })
      await client.invalidateQueries()
    },
    // The picture that another operator was faster with is shown.
    onError: (error) => {
      if (isProblem(error, 'conflict')) void client.invalidateQueries()
    },
  })
  const removal: RowAct<null> = {
    id: 'remove-picture',
    label: texts.remove,
    look: 'danger',
    permission,
    preview: () => <p>{m.common_picture_remove_preview()}</p>,
    run: async () => {
      await keep(null)
      return oneDone('picture')
    },
    said: () => texts.removed,
  }
  return (
    <>
      <div className={styles.picture}>
        {children}
        {may(permission) && (
          <div className={styles.acts}>
            <FileButton
              accept="image/jpeg,image/png,image/webp,image/svg+xml"
              onChange={(file) => file && put.mutate(file)}
            >
              {(props) => (
                <Button {...props} variant="light" loading={put.isPending} title={texts.hint}>
                  {hasPicture ? texts.other : texts.put}
                </Button>
              )}
            </FileButton>
            {hasPicture && (
              <ActButton
                act={removal}
                row={null}
                idOf={() => 'picture'}
                nameOf={() => ''}
                variant="default"
              />
            )}
          </div>
        )}
      </div>
      {put.isError && <FailureAlert error={put.error} />}
    </>
  )
}
