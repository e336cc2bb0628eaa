import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { m } from '#console-messages'
import type { Language } from '#contracts/languages.ts'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { previewLegalText } from '#contracts/operator-legal.endpoints.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { WrittenHtml } from '#console/ui/written-html.tsx'

/** A legal text as its page shows it, and what in it stands for nothing. */
export function TextPreview({
  document,
  language,
  text,
}: {
  document: LegalDocument
  language: Language
  text: string
}) {
  const [written] = useDebouncedValue(text.trim(), 300)
  const preview = useQuery({
    queryKey: ['legal-preview', document, language, written],
    queryFn: async ({ signal }) =>
      await call(previewLegalText, { params: { document }, body: { language, text: written }, signal }),
    enabled: written !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })
  const missing = preview.data?.missing ?? []
  return (
    <div lang={language} dir="ltr">
      {preview.isError && <FailureAlert error={preview.error} />}
      {missing.length > 0 && (
        <p role="alert" lang="en">
          {m.legal_missing({ names: missing.map((name) => `{${name}}`).join(', ') })}
        </p>
      )}
      {preview.data && written !== '' && <WrittenHtml html={preview.data.html} />}
    </div>
  )
}
