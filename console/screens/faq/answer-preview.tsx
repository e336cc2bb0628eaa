import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { Language } from '#contracts/languages.ts'
import { previewFaqAnswer } from '#contracts/operator-faq.endpoints.ts'
import type { FaqText } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
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
