import { m } from '#messages'
import { defaultLanguage, type Language } from '#contracts/languages.ts'
import type { CategoryText } from '#contracts/operator-categories.schemas.ts'
import { inLanguage, languageInUse } from '#server/platform/language.ts'

/** Name and description of the categories that come with Crels, by slug. */
const texts: Record<string, readonly [() => string, () => string]> = {
  'food-drink': [m.server_category_food_drink, m.server_category_food_drink_description],
  outdoor: [m.server_category_outdoor, m.server_category_outdoor_description],
  software: [m.server_category_software, m.server_category_software_description],
  beauty: [m.server_category_beauty, m.server_category_beauty_description],
  audio: [m.server_category_audio, m.server_category_audio_description],
  books: [m.server_category_books, m.server_category_books_description],
  home: [m.server_category_home, m.server_category_home_description],
  fashion: [m.server_category_fashion, m.server_category_fashion_description],
  games: [m.server_category_games, m.server_category_games_description],
  travel: [m.server_category_travel, m.server_category_travel_description],
}

/** What an operator entered in languages other than English, by language. */
export type EnteredTexts = Partial<Record<Language, CategoryText>>

/**
 * A category as it is named to who asks: in their language as an operator entered it, else, where English is as it came,
 * as it comes with Crels, else in English. An empty description of a language is none.
 */
export function categoryIn<
  Named extends { slug: string; name: string; description?: string; texts: EnteredTexts },
>({ texts: entered, ...row }: Named): Omit<Named, 'texts'> {
  const [name, description] = oursOf(row.slug) ?? []
  const theirs = entered[languageInUse()]
  return {
    ...row,
    name: theirs?.name ?? inTheirs(row.name, name),
    ...(row.description !== undefined && {
      description: theirs?.description || inTheirs(row.description, description),
    }),
  }
}

/** The English texts of a category that comes with Crels; null for any other. */
export function initialTexts(slug: string): CategoryText | null {
  const found = oursOf(slug)
  return (found && inLanguage(defaultLanguage, () => ({ name: found[0](), description: found[1]() }))) ?? null
}

/** A slug may be the name of what every object has, such as `constructor`. */
function oursOf(slug: string) {
  return Object.hasOwn(texts, slug) ? texts[slug] : undefined
}

/** A text that an operator has changed is theirs. */
function inTheirs(entered: string, ours: (() => string) | undefined): string {
  return ours && inLanguage(defaultLanguage, ours) === entered ? ours() : entered
}
