import MiniSearch from 'minisearch'
import built from 'virtual:docs-search'
import type { SearchRecord } from '#web/build/docs/documents.ts'

/** A passage that was found, and the part of its text around the first word that matches. */
export interface FoundPassage {
  page: string
  id: string
  heading: string
  excerpt: { text: string; isMatch: boolean }[]
}

const resultsMax = 8
const excerptLength = 150
/** Characters of text before the first match in an excerpt. */
const leadLength = 40

/** Makes the index of all passages (some hundred, in a few milliseconds) and of `more`, and answers how to search it. */
export function openSearch(more: readonly SearchRecord[]): (q: string) => FoundPassage[] {
  const records = [...built, ...more]
  const index = new MiniSearch({
    fields: ['heading', 'text'],
    searchOptions: {
      boost: { heading: 3 },
      prefix: true,
      fuzzy: (term) => (term.length > 3 ? 0.2 : false),
      combineWith: 'AND',
    },
  })
  index.addAll(records.map(([, , heading, text], id) => ({ id, heading, text })))
  return (q) =>
    index
      .search(q)
      .slice(0, resultsMax)
      .map(({ id: at, terms }) => {
        const [page, id, heading, text] = records[at as number]!
        return { page, id, heading, excerpt: excerptOf(text, terms) }
      })
}

function excerptOf(text: string, terms: string[]): FoundPassage['excerpt'] {
  const words = new RegExp(`(${terms.map((term) => escaped(term)).join('|')})`, 'iu')
  const first = text.search(words)
  const from = first > leadLength ? text.indexOf(' ', first - leadLength) + 1 : 0
  const cut = text.slice(from, from + excerptLength)
  const shown = `${from > 0 ? '…' : ''}${cut}${from + excerptLength < text.length ? '…' : ''}`
  return shown.split(words).map((part, place) => ({ text: part, isMatch: place % 2 === 1 }))
}

function escaped(term: string): string {
  return term.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
}
