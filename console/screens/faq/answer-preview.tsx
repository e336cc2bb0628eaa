import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import { languages, type Language } from '#contracts/languages.ts'
import { previewFaqAnswer } from '#contracts/operator-faq.endpoints.ts'
import type { FaqText, FaqVersion } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { languageWords } from '#console/ui/language-words.ts'
import { useHoldBack } from '#console/ui/hold-back.ts'
import { FailureState } from '#console/ui/states.tsx'
import { WrittenHtml } from '#console/ui/written-html.tsx'
import styles from './faq.module.css'

/** A question and its answer as visitors get them: the server writes them. */
export function AnswerPreview({ language, text }: { language: Language; text: FaqText }) {
  const [answer] = useDebouncedValue(text.answer.trim(), 300)
  const preview = useQuery({
    queryKey: ['faq-preview', language, answer],
    queryFn: async ({ signal }) => await call(previewFaqAnswer, { body: { language, answer }, signal }),
    enabled: answer !== '',
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    retry: false,
  })
  useHoldBack(preview.isLoading)
  return (
    <div lang={language} dir="ltr">
      <p className={styles.question}>
        <bdi>{text.question}</bdi>
      </p>
      {preview.isError && <FailureState error={preview.error} onRetry={() => void preview.refetch()} />}
      {preview.data && preview.data.unknown.length > 0 && (
        <p role="alert">
          {m.faq_preview_unknown({ names: preview.data.unknown.map((name) => `{${name}}`).join(', ') })}
        </p>
      )}
      {preview.data && answer !== '' && <WrittenHtml html={preview.data.html} />}
    </div>
  )
}

/** The same in every language that it is written in. */
export function Answers({ texts }: { texts: FaqVersion['texts'] | undefined }) {
  return languages.map((language) => {
    const text = texts?.[language]
    return (
      text && (
        <section key={language} aria-label={languageWords[language]()}>
          <p className={styles.note}>{languageWords[language]()}</p>
          <AnswerPreview language={language} text={text} />
        </section>
      )
    )
  })
}
