import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { languages, type Language } from '#contracts/languages.ts'
import { getOperatedFaq } from '#contracts/operator-faq.endpoints.ts'
import type { FaqText } from '#contracts/operator-faq.schemas.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { call } from '#console/platform/api.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { UnreadAlert } from '#console/ui/unread-alert.tsx'
import { slugOf } from '#console/ui/slug-of.ts'
import { Writing } from '#console/ui/writing.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { AnswerPreview } from './answer-preview.tsx'
import type { EntryDraft } from './entry-draft.ts'

/**
 * A question and its answer to be written in each language, as it is shown beside them, and below what is done with it.
 */
export function EntryForm({
  initial,
  isEdit,
  error,
  children,
}: {
  initial: EntryDraft
  /** The place of a question that is there stays. */
  isEdit: boolean
  error: Error | null
  children: (draft: EntryDraft) => ReactNode
}) {
  const [draft, setDraft] = useState(initial)
  /** In which it was written last. */
  const [language, setLanguage] = useState<Language>('en')
  const errorOf = (field: string) =>
    isProblem(error, 'validation_failed')
      ? error.issues.find(({ path }) => path === `body.${field}`)?.message
      : undefined
  const write = (of: Language, text: Partial<FaqText>) => {
    const texts = { ...draft.texts, [of]: { ...draft.texts[of], ...text } }
    // The place follows the question until it is written.
    const follows = !isEdit && of === 'en' && draft.slug === slugOf(draft.texts.en.question)
    setDraft({ ...draft, texts, ...(follows && { slug: slugOf(texts.en.question) }) })
  }
  return (
    <Writing
      heading={m.faq_preview_of({ language: languageWords[language]() })}
      isWide
      preview={<AnswerPreview language={language} text={draft.texts[language]} />}
    >
      <Stack gap="sm">
        <TopicSelect
          value={draft.topic}
          error={errorOf('topic')}
          onChange={(topic) => setDraft({ ...draft, topic })}
        />
        {languages.map((one) => (
          <TextFields
            key={one}
            language={one}
            text={draft.texts[one]}
            errorOf={(field) => errorOf(`texts.${one}.${field}`)}
            onFocus={() => setLanguage(one)}
            onChange={(text) => write(one, text)}
          >
            {one === 'en' && !isEdit && (
              <TextInput
                label={m.faq_slug()}
                description={m.faq_slug_hint()}
                required
                withAsterisk={false}
                maxLength={60}
                value={draft.slug}
                error={errorOf('slug')}
                onChange={(event) => setDraft({ ...draft, slug: event.currentTarget.value })}
              />
            )}
          </TextFields>
        ))}
        {error && <FailureAlert error={error} />}
        {children(draft)}
      </Stack>
    </Writing>
  )
}

function TextFields({
  language,
  text,
  errorOf,
  onFocus,
  onChange,
  children,
}: {
  language: Language
  text: FaqText
  errorOf: (field: keyof FaqText) => string | undefined
  onFocus: () => void
  onChange: (text: Partial<FaqText>) => void
  children?: ReactNode
}) {
  const words = { language: languageWords[language]() }
  const isRequired = language === 'en'
  return (
    <>
      <TextInput
        label={m.faq_question(words)}
        description={isRequired ? undefined : m.faq_other_hint()}
        required={isRequired}
        withAsterisk={false}
        maxLength={200}
        lang={language}
        value={text.question}
        error={errorOf('question')}
        onFocus={onFocus}
        onChange={(event) => onChange({ question: event.currentTarget.value })}
      />
      {children}
      <Textarea
        label={m.faq_answer(words)}
        description={isRequired ? m.faq_answer_hint() : undefined}
        required={isRequired}
        withAsterisk={false}
        autosize
        minRows={4}
        maxRows={18}
        maxLength={20_000}
        lang={language}
        value={text.answer}
        error={errorOf('answer')}
        onFocus={onFocus}
        onChange={(event) => onChange({ answer: event.currentTarget.value })}
      />
    </>
  )
}

function TopicSelect({
  value,
  error,
  onChange,
}: {
  value: string
  error: string | undefined
  onChange: (topic: string) => void
}) {
  const faq = useQuery({
    queryKey: ['faq'],
    queryFn: async ({ signal }) => await call(getOperatedFaq, { signal }),
  })
  const topics = faq.data?.topics.map(({ slug, title }) => ({ value: slug, label: title })) ?? []
  // A topic that it has stays chosen while the others are not known.
  const isKnown = topics.some((topic) => topic.value === value)
  return (
    <>
      <NativeSelect
        label={m.faq_topic()}
        required
        withAsterisk={false}
        value={value}
        error={error}
        data={isKnown ? topics : [{ value, label: value }, ...topics]}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <UnreadAlert query={faq}>{m.faq_topics_unread()}</UnreadAlert>
    </>
  )
}
