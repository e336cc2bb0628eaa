import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { m } from '#console-messages'
import { consoleRoutes } from '#contracts/console-routes.ts'
import { languages } from '#contracts/languages.ts'
import { getFaqEntry, setFaqEntry } from '#contracts/operator-faq.endpoints.ts'
import type { FaqTexts, OperatedFaqEntry } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { Overtaken } from '#console/ui/overtaken.tsx'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { useSeen } from '#console/ui/use-seen.ts'
import { draftOf, textsOf, type EntryDraft } from './entry-draft.ts'
import { EntryForm } from './entry-form.tsx'
import styles from './faq.module.css'

/** Changes what a question says, from now on. */
export default function EditEntry() {
  const { slug } = useParams() as { slug: string }
  const entry = useQuery({
    queryKey: ['faq', slug],
    queryFn: async ({ signal }) => await call(getFaqEntry, { params: { slug }, signal }),
  })
  if (entry.isPending) return <LoadingState />
  if (entry.isError) return <FailureState error={entry.error} onRetry={() => void entry.refetch()} />
  return <Edit key={slug} read={entry.data} />
}

function Edit({ read }: { read: OperatedFaqEntry }) {
  const { first, seen, isOvertaken, onFailure } = useSeen(read, {
    again: async () => await call(getFaqEntry, { params: { slug: read.slug } }),
    versionOf: ({ revision }) => revision,
  })
  const { slug, isShown } = seen
  const client = useQueryClient()
  const navigate = useNavigate()
  const save = useMutation({
    mutationFn: async ({ draft, reason }: { draft: EntryDraft; reason: string }) =>
      await call(setFaqEntry, {
        params: { slug },
        body: { topic: draft.topic, texts: textsOf(draft), isShown, reason, seen: seen.revision },
      }),
    onSuccess: () => {
      notifications.show({ message: m.faq_saved() })
      void client.invalidateQueries()
      void navigate(`/${consoleRoutes.faq}/${slug}`)
    },
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.shell_edit_faq_entry()} summary={<bdi>{first.texts.en.question}</bdi>} />
      <EntryForm initial={draftOf(first)} isEdit error={save.error}>
        {(draft) => {
          const isOther = draft.topic !== seen.topic || written(textsOf(draft)) !== written(seen.texts)
          return (
            <ReasonAndSend
              label={isOvertaken ? m.common_save_over() : m.common_save()}
              isPending={save.isPending}
              isReady={isOther}
              onSend={(reason) => save.mutate({ draft, reason })}
            >
              {isOvertaken && <Theirs entry={seen} />}
              <p className={styles.note} role="status">
                {!isOther ? m.common_unchanged() : isShown ? m.faq_effect({ slug }) : m.faq_effect_retired()}
              </p>
            </ReasonAndSend>
          )
        }}
      </EntryForm>
    </>
  )
}

/** What another operator saved meanwhile. */
function Theirs({ entry: { texts } }: { entry: OperatedFaqEntry }) {
  return (
    <Overtaken hint={m.faq_conflict_hint()}>
      {languages.map((language) => {
        const text = texts[language]
        return (
          text && (
            <details key={language} className={styles.theirs} lang={language}>
              <summary>{`${languageWords[language]()}: ${text.question}`}</summary>
              <pre>{text.answer}</pre>
            </details>
          )
        )
      })}
    </Overtaken>
  )
}

function written(texts: FaqTexts): string {
  return JSON.stringify(languages.map((language) => [texts[language]?.question, texts[language]?.answer]))
}
