const inAddress = /\/s\/([a-z0-9-]{3,40})(?![a-z0-9-])/gi
const alone = /^[a-z0-9-]{3,40}$/i
const id = /\blnk_[0-9a-f]{32}\b/g

/** How many links of a report are looked up at most. */
export const NAMED_LINKS_MAX = 20

/**
 * The short links that a report names, as codes in lower case and ids, each once: addresses with `/s/{code}` and ids in
 * any text, and what stands alone as a reference. Some of them may be no link.
 */
export function namedLinks(
  texts: readonly string[],
  references: readonly string[],
): { codes: string[]; ids: string[] } {
  const all = [...texts, ...references]
  const codes = [
    ...all.flatMap((text) => [...text.matchAll(inAddress)].map(([, code]) => code!)),
    ...references.filter((text) => alone.test(text)),
  ].map((code) => code.toLowerCase())
  const ids = all.flatMap((text) => text.match(id) ?? [])
  return {
    codes: [...new Set(codes)].slice(0, NAMED_LINKS_MAX),
    ids: [...new Set(ids)].slice(0, NAMED_LINKS_MAX),
  }
}
