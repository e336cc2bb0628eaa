import { m } from '#console-messages'
import { languages } from '#contracts/languages.ts'
import type { CategoryUse, CategoryVersion, ListedCategory } from '#contracts/operator-categories.schemas.ts'
import { formatNumber } from '#console/ui/format.ts'
import { languageWords } from '#console/ui/language-words.ts'

export const originWords: Record<ListedCategory['origin'], () => string> = {
  default: m.categories_origin_default,
  edited: m.categories_origin_edited,
  added: m.categories_origin_added,
}

/** How many campaigns are in it, and how many of them keep it from being retired. */
export function useText({ campaigns, open, live }: CategoryUse): string {
  if (campaigns === 0) return m.categories_use_none()
  return m.categories_use({
    count: campaigns,
    shown: formatNumber(campaigns),
    open: formatNumber(open),
    live: formatNumber(live),
  })
}

/** What a version changed, in words; `before` is the one before it, none for the first. */
export function changedText(version: CategoryVersion, before: CategoryVersion | undefined): string {
  if (!before) return m.categories_changed_first()
  const parts = [
    ...languages.flatMap((language) => {
      const words = { language: languageWords[language]() }
      const [one, other] = [version.texts[language], before.texts[language]]
      return [
        ...(one?.name === other?.name ? [] : [m.categories_part_name(words)]),
        ...(one?.description === other?.description ? [] : [m.categories_part_description(words)]),
      ]
    }),
    ...(version.icon === before.icon ? [] : [m.categories_part_icon()]),
    ...(version.industries.join() === before.industries.join() ? [] : [m.categories_part_industries()]),
    ...(version.isRetired === before.isRetired
      ? []
      : [version.isRetired ? m.categories_part_retired() : m.categories_part_returned()]),
  ]
  return m.categories_changed({ parts: parts.join(', ') })
}
