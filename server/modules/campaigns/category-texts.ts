import { m } from '#messages'
import { defaultLanguage } from '#contracts/languages.ts'
import { inLanguage } from '#server/platform/language.ts'

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

/** A category as it is named to who asks: one that comes with Crels in their language, any other as it was entered. */
export function categoryIn<Named extends { slug: string; name: string; description?: string }>(
  row: Named,
): Named {
  const [name, description] = texts[row.slug] ?? []
  return {
    ...row,
    name: inTheirs(row.name, name),
    ...(row.description !== undefined && { description: inTheirs(row.description, description) }),
  }
}

/** A text that an operator has changed is theirs. */
function inTheirs(entered: string, ours: (() => string) | undefined): string {
  return ours && inLanguage(defaultLanguage, ours) === entered ? ours() : entered
}
