/**
 * A text without case, accents and signs, as people type it: `são tomé` is `sao tome`, `America/New_York` `america new
 * york`.
 */
export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Whether every typed word begins a word of the text; nothing typed is found in all. */
export function hasWords(text: string, typed: string): boolean {
  const words = plain(text).split(' ')
  return plain(typed)
    .split(' ')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}

/** Options that have what was typed in their label: first those that begin with it, then those of which a word does. */
export function matching<T extends { label: string }>(options: readonly T[], typed: string): T[] {
  const wanted = plain(typed)
  const rank = (label: string) => {
    const text = plain(label)
    if (text.startsWith(wanted)) return 0
    if (text.includes(` ${wanted}`)) return 1
    return text.includes(wanted) ? 2 : 3
  }
  const ranked = options.map((option) => ({ option, at: rank(option.label) }))
  return [0, 1, 2].flatMap((at) => ranked.filter((one) => one.at === at).map(({ option }) => option))
}
