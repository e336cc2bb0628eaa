import { languages, type Language } from '#contracts/languages.ts'
import type { CategoryText, CategoryTexts, OperatedCategory } from '#contracts/operator-categories.schemas.ts'
import type { Industry } from '#contracts/taxonomies.ts'

/** A category as it is being written: every field as it is typed. */
export interface CategoryDraft {
  slug: string
  texts: Record<Language, CategoryText>
  icon: string
  industries: Industry[]
}

const nothing = { name: '', description: '' }

export const emptyCategory: CategoryDraft = {
  slug: '',
  texts: { en: nothing, es: nothing, de: nothing },
  icon: 'IconTag',
  industries: [],
}

/** A category that is there, to be changed. */
export function draftOf({ slug, texts, icon, industries }: OperatedCategory): CategoryDraft {
  return {
    slug,
    texts: { en: texts.en, es: texts.es ?? nothing, de: texts.de ?? nothing },
    icon,
    industries,
  }
}

/** What was typed, without the languages in which nothing was. */
export function writtenOf({ texts, icon, industries }: CategoryDraft) {
  const typed = languages.flatMap((language) => {
    const text = { name: texts[language].name.trim(), description: texts[language].description.trim() }
    return language === 'en' || text.name || text.description ? [[language, text] as const] : []
  })
  return { texts: Object.fromEntries(typed) as CategoryTexts, icon, industries }
}

/** What of a category is written. */
export type WrittenCategory = ReturnType<typeof writtenOf>

/** Whether two say the same, in whatever order industries are named. */
export function saySame(one: WrittenCategory, other: WrittenCategory): boolean {
  const said = ({ texts, icon, industries }: WrittenCategory) =>
    JSON.stringify([
      languages.map((language) => [texts[language]?.name, texts[language]?.description]),
      icon,
      industries.toSorted(),
    ])
  return said(one) === said(other)
}

/** Whether a draft says something other than what is there. */
export function isOther(draft: CategoryDraft, category: OperatedCategory): boolean {
  return !saySame(writtenOf(draft), category)
}
