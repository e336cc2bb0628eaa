import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { m } from '#console-messages'
import type { Language } from '#contracts/languages.ts'
import { previewFaqAnswer } from '#contracts/operator-faq.endpoints.ts'
import type { FaqText } from '#contracts/operator-faq.schemas.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
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
  return (
    <div lang={language} dir="ltr">
      <p className={styles.question}>
        <bdi>{text.question}</bdi>
      </p>
      {preview.isError && <FailureAlert error={preview.error} />}
      {preview.data && preview.data.unknown.length > 0 && (
        <p role="alert">
          {m.faq_preview_unknown({ names: preview.data.unknown.map((name) => `{${name}}`).join(', ') })}
        </p>
      )}
      {preview.data && answer !== '' && <Answer html={preview.data.html} />}
    </div>
  )
}

/** Its links lead out of the console, and not out of what is being written. */
function Answer({ html }: { html: string }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const link of place.current!.querySelectorAll('a')) {
      link.target = '_blank'
      link.rel = 'noreferrer'
    }
  })
  return (
    <div
      ref={place}
      className={styles.answer}
      // oxlint-disable-next-line react/no-danger -- escaped where it is written, in the module faq
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}
