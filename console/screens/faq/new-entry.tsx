import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { addFaqEntry } from '#contracts/operator-faq.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { useIdempotencyKey } from '#console/platform/use-idempotency-key.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { emptyEntry, textsOf, type EntryDraft } from './entry-draft.ts'
import { EntryForm } from './entry-form.tsx'
import styles from './faq.module.css'

/** Adds a question to the page, and opens it. */
export default function NewEntry() {
  const { idempotencyKey, renewKeyIfRefused } = useIdempotencyKey()
  const client = useQueryClient()
  const navigate = useNavigate()
  const add = useMutation({
    mutationFn: async ({ draft, reason }: { draft: EntryDraft; reason: string }) =>
      await call(addFaqEntry, {
        body: { slug: draft.slug.trim(), topic: draft.topic, texts: textsOf(draft), reason },
        idempotencyKey,
      }),
    onSuccess: ({ slug }) => {
      notifications.show({ message: m.faq_added() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.faq}/${slug}`)
    },
    onError: renewKeyIfRefused,
  })
  return (
    <>
      <ScreenHead title={m.shell_new_faq_entry()} />
      <EntryForm initial={emptyEntry} isEdit={false} error={add.error}>
        {(draft) => (
          <ReasonAndSend
            label={m.faq_add()}
            isPending={add.isPending}
            isReady={[draft.topic, draft.slug, draft.texts.en.question, draft.texts.en.answer].every(
              (text) => text.trim() !== '',
            )}
            onSend={(reason) => add.mutate({ draft, reason })}
          >
            {draft.slug.trim() !== '' && (
              <p className={styles.note}>{m.faq_effect({ slug: draft.slug.trim() })}</p>
            )}
          </ReasonAndSend>
        )}
      </EntryForm>
    </>
  )
}
