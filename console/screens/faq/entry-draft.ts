import { languages, type Language } from '#contracts/languages.ts'
import type { FaqText, FaqTexts } from '#contracts/operator-faq.schemas.ts'

/** A question as it is being written: every field as it is typed. */
export interface EntryDraft {
  slug: string
  topic: string
  texts: Record<Language, FaqText>
}

const nothing = { question: '', answer: '' }

export const emptyEntry: EntryDraft = {
  slug: '',
  topic: '',
  texts: { en: nothing, es: nothing, de: nothing },
}

/** A question that is there, to be changed. */
export function draftOf({
  slug,
  topic,
  texts,
}: {
  slug: string
  topic: string
  texts: FaqTexts
}): EntryDraft {
  return { slug, topic, texts: { en: texts.en, es: texts.es ?? nothing, de: texts.de ?? nothing } }
}

/** What was typed, without the languages in which nothing was. */
export function textsOf({ texts }: EntryDraft): FaqTexts {
  const typed = languages.flatMap((language) => {
    const { question, answer } = texts[language]
    const text = { question: question.trim(), answer: answer.trim() }
    return language === 'en' || text.question || text.answer ? [[language, text]] : []
  })
  return Object.fromEntries(typed) as FaqTexts
}
