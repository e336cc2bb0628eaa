import { Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { m } from '#console-messages'
import { languages, type Language } from '#contracts/languages.ts'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalTexts, previewLegalText, publishLegalTexts } from '#contracts/operator-legal.endpoints.ts'
import type { LegalTexts, OperatedLegalTexts } from '#contracts/operator-legal.schemas.ts'
import { call } from '#console/platform/api.ts'
import { screenHref } from '#console/platform/screen-href.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { ReasonAndSend } from '#console/ui/reason-and-send.tsx'
import { sayDone } from '#console/ui/say-done.tsx'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { FailureState, LoadingState } from '#console/ui/states.tsx'
import { Writing } from '#console/ui/writing.tsx'
import { useSeen } from '#console/ui/use-seen.ts'
import { documentNames } from './legal-words.ts'
import { PublishEffect } from './publish-effect.tsx'
import { TextPreview } from './text-preview.tsx'
import { undoFirstPublishing, undoPublishing } from './undo-publishing.ts'

/** A legal page to be written: from the version in force, an earlier one, or the template. */
export default function EditLegal() {
  const { document } = useParams() as { document: LegalDocument }
  const version = useSearchParams()[0].get('version') ?? undefined
  const texts = useQuery({
    queryKey: ['legal-texts', document, version],
    queryFn: async ({ signal }) =>
      await call(getLegalTexts, { params: { document }, query: { version }, signal }),
    // What is being written is not read again under its writer.
    staleTime: Infinity,
    gcTime: 0,
  })
  if (texts.isPending) return <LoadingState />
  if (texts.isError) return <FailureState error={texts.error} onRetry={() => void texts.refetch()} />
  return <Edit key={`${document} ${version}`} read={texts.data} />
}

type Draft = Record<Language, string>

function Edit({ read }: { read: OperatedLegalTexts }) {
  const { document } = read
  const { first, seen, isOvertaken, onFailure } = useSeen(read, {
    again: async () => await call(getLegalTexts, { params: { document } }),
    versionOf: ({ version }) => version,
  })
  const template = useTemplate(first)
  const unsaid = template.data?.missing
  const undoOf = (version: string) => {
    const before = seen.version
    if (before !== null) return { undo: async () => await undoPublishing({ document, version, before }) }
    // The template, which is what the page was opened with.
    return unsaid?.length === 0
      ? { undo: async () => await undoFirstPublishing({ document, version, template: first.texts }) }
      : {}
  }
  const [draft, setDraft] = useState<Draft>({ ...empty, ...first.texts })
  const [language, setLanguage] = useState<Language>('en')
  const client = useQueryClient()
  const navigate = useNavigate()
  const publish = useMutation({
    mutationFn: async (summary: string) =>
      await call(publishLegalTexts, {
        params: { document },
        body: { texts: textsOf(draft), summary, seen: seen.version },
      }),
    onSuccess: ({ version, isNew }) => {
      if (isNew)
        sayDone({
          said: saidOf(version, seen.version, unsaid),
          remains: remainsOf(document, seen.version),
          outcomes: [{ id: version, done: true, detail: null, ...undoOf(version) }],
          onUndone: () => void client.invalidateQueries(),
        })
      else notifications.show({ message: m.legal_same({ version }) })
      void client.invalidateQueries()
      void navigate(screenHref('legal'))
    },
    onError: onFailure,
  })
  return (
    <>
      <ScreenHead title={m.shell_edit_legal()} summary={documentNames[document]()} />
      <Writing
        heading={m.legal_preview({ language: languageWords[language]() })}
        isWide
        preview={<TextPreview document={document} language={language} text={draft[language]} />}
      >
        <Stack gap="sm">
          {languages.map((one) => (
            <Textarea
              key={one}
              label={m.legal_text({ language: languageWords[one]() })}
              description={one === 'en' ? m.legal_text_hint() : m.legal_other_hint()}
              required={one === 'en'}
              withAsterisk={false}
              autosize
              minRows={6}
              maxRows={24}
              maxLength={100_000}
              lang={one}
              value={draft[one]}
              onFocus={() => setLanguage(one)}
              onChange={(event) => setDraft({ ...draft, [one]: event.currentTarget.value })}
            />
          ))}
          {publish.error && <FailureAlert error={publish.error} />}
          <ReasonAndSend
            reasonLabel={m.legal_summary()}
            label={isOvertaken ? m.legal_publish_over() : m.legal_publish()}
            isPending={publish.isPending}
            isReady={draft.en.trim() !== ''}
            onSend={(summary) => publish.mutate(summary)}
          >
            {isOvertaken && <p role="alert">{m.legal_conflict({ version: seen.version ?? '' })}</p>}
            <PublishEffect document={document} inForce={seen.version} texts={textsOf(draft)} />
            {seen.version === null && template.isPending && <LoadingState />}
            {seen.version === null && template.isError && (
              <FailureState
                heading={m.legal_undo_unread()}
                error={template.error}
                onRetry={() => void template.refetch()}
              />
            )}
          </ReasonAndSend>
        </Stack>
      </Writing>
    </>
  )
}

/**
 * The template of a page that nobody has written yet. What it names and nothing stands for is `missing`: it cannot be
 * published then.
 */
function useTemplate({ document, version, texts }: OperatedLegalTexts) {
  return useQuery({
    queryKey: ['legal-template', document],
    queryFn: async ({ signal }) =>
      await call(previewLegalText, {
        params: { document },
        body: { language: 'en', text: texts.en },
        signal,
      }),
    enabled: version === null,
  })
}

/** That a version is in force, and why that cannot be undone where it cannot. */
function saidOf(version: string, before: string | null, unsaid: readonly string[] | undefined): string {
  const published = m.legal_published({ version })
  if (before !== null || !unsaid || unsaid.length === 0) return published
  return `${published}. ${m.legal_undo_none({ names: unsaid.map((name) => `{${name}}`).join(', ') })}`
}

/** What an undo of a publication leaves. */
function remainsOf(document: LegalDocument, before: string | null): string | null {
  if (document === 'cookies') return null
  return before === null ? m.legal_undo_template_remains() : m.legal_undo_remains()
}

const empty: Draft = { en: '', es: '', de: '' }

function textsOf(draft: Draft): LegalTexts {
  const written = languages.map((one) => [one, draft[one].trim()] as const)
  return Object.fromEntries(written.filter(([, text]) => text !== '')) as LegalTexts
}
