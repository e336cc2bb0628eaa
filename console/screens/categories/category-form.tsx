import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { m } from '#console-messages'
import { languages, type Language } from '#contracts/languages.ts'
import type { CategoryText } from '#contracts/operator-categories.schemas.ts'
import { industries, type Industry } from '#contracts/taxonomies.ts'
import { categoryIcons } from '#rules/category-glyphs.ts'
import { isProblem } from '#console/platform/api-problem.ts'
import { FailureAlert } from '#console/ui/failure-alert.tsx'
import { languageWords } from '#console/ui/language-words.ts'
import { slugOf } from '#console/ui/slug-of.ts'
import { Writing } from '#console/ui/writing.tsx'
import type { CategoryDraft } from './category-draft.ts'
import { CategorySeen } from './category-seen.tsx'

/** A category to be written in each language, as members see it beside it, and below what is done with it. */
export function CategoryForm({
  initial,
  shown,
  isEdit,
  error,
  children,
}: {
  initial: CategoryDraft
  /** What is read in a language without texts of its own; none for one that is new. */
  shown?: Record<Language, CategoryText>
  /** The place of a category that is there stays. */
  isEdit: boolean
  error: Error | null
  children: (draft: CategoryDraft) => ReactNode
}) {
  const [draft, setDraft] = useState(initial)
  const errorOf = (field: string) =>
    isProblem(error, 'validation_failed')
      ? error.issues.find(({ path }) => path === `body.${field}`)?.message
      : undefined
  const write = (of: Language, text: Partial<CategoryText>) => {
    const texts = { ...draft.texts, [of]: { ...draft.texts[of], ...text } }
    // The place follows the name until it is written.
    const follows = !isEdit && of === 'en' && draft.slug === slugOf(draft.texts.en.name)
    setDraft({ ...draft, texts, ...(follows && { slug: slugOf(texts.en.name) }) })
  }
  return (
    <Writing heading={m.categories_seen()} preview={<CategorySeen icon={draft.icon} texts={draft.texts} />}>
      <Stack gap="sm">
        {languages.map((language) => (
          <TextFields
            key={language}
            language={language}
            text={draft.texts[language]}
            standIn={shown?.[language]}
            errorOf={(field) => errorOf(`texts.${language}.${field}`)}
            onChange={(text) => write(language, text)}
          >
            {language === 'en' && !isEdit && (
              <TextInput
                label={m.categories_slug()}
                description={m.categories_slug_hint()}
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
        <NativeSelect
          label={m.categories_icon()}
          value={draft.icon}
          error={errorOf('icon')}
          data={categoryIcons.map((icon) => ({ value: icon, label: icon.replace(/^Icon/, '') }))}
          onChange={(event) => setDraft({ ...draft, icon: event.currentTarget.value })}
        />
        <Checkbox.Group
          label={m.categories_industries()}
          description={m.categories_industries_hint()}
          value={draft.industries}
          onChange={(chosen) => setDraft({ ...draft, industries: chosen as Industry[] })}
        >
          <Group gap="xs" mt={4}>
            {industries.map((industry) => (
              <Checkbox key={industry} size="xs" value={industry} label={industry} />
            ))}
          </Group>
        </Checkbox.Group>
        {error && <FailureAlert error={error} />}
        {children(draft)}
      </Stack>
    </Writing>
  )
}

function TextFields({
  language,
  text,
  standIn,
  errorOf,
  onChange,
  children,
}: {
  language: Language
  text: CategoryText
  standIn: CategoryText | undefined
  errorOf: (field: keyof CategoryText) => string | undefined
  onChange: (text: Partial<CategoryText>) => void
  children?: ReactNode
}) {
  const words = { language: languageWords[language]() }
  const isRequired = language === 'en'
  const common = { lang: language, withAsterisk: false }
  return (
    <>
      <TextInput
        {...common}
        label={m.categories_name(words)}
        description={isRequired ? undefined : m.categories_other_hint()}
        placeholder={standIn?.name}
        required={isRequired}
        maxLength={60}
        value={text.name}
        error={errorOf('name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      {children}
      <TextInput
        {...common}
        label={m.categories_description(words)}
        placeholder={isRequired ? undefined : standIn?.description}
        maxLength={200}
        value={text.description}
        error={errorOf('description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}
