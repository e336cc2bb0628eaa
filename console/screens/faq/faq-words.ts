import { m } from '#console-messages'
import { languages } from '#contracts/languages.ts'
import type { FaqOrigin, FaqTexts, FaqVersion, OperatedFaqEntry } from '#contracts/operator-faq.schemas.ts'
import { languageWords } from '#console/ui/language-words.ts'

export const originWords: Record<FaqOrigin, () => string> = {
  default: m.faq_origin_default,
  edited: m.faq_origin_edited,
  added: m.faq_origin_added,
}

/** What a version changed, in words; `before` is the one before it, none for the first. */
export function changedText(
  version: FaqVersion,
  before: FaqVersion | undefined,
  initial: OperatedFaqEntry['initial'],
): string {
  // Before the first version of an entry of Crels it was as Crels has it.
  const previous = before ?? (initial && { ...initial, isShown: true })
  if (!previous) return m.faq_changed_first()
  const parts = [
    ...(version.texts === null && before?.texts
      ? [m.faq_part_initial()]
      : changedTexts(version.texts ?? initial?.texts, previous.texts ?? initial?.texts)),
    ...(version.topic === previous.topic ? [] : [m.faq_part_topic()]),
    ...(version.isShown === previous.isShown
      ? []
      : [version.isShown ? m.faq_part_returned() : m.faq_part_retired()]),
  ]
  return m.faq_changed({ parts: parts.join(', ') || m.faq_part_nothing() })
}

function changedTexts(now: FaqTexts | undefined, before: FaqTexts | undefined): string[] {
  return languages.flatMap((language) => {
    const words = { language: languageWords[language]() }
    const [one, other] = [now?.[language], before?.[language]]
    return [
      ...(one?.question === other?.question ? [] : [m.faq_part_question(words)]),
      ...(one?.answer === other?.answer ? [] : [m.faq_part_answer(words)]),
    ]
  })
}
