/** Every web address in a text, each once. */
export function linksOf(text: string): string[] {
  return [...new Set(text.match(/https?:\/\/[^\s<>"]*[^\s<>".,;:!?)]/g) ?? [])]
}

/** The one-time code on a line of its own, or null. */
export function codeOf(text: string): string | null {
  return /^\d{6}$/m.exec(text)?.[0] ?? null
}
