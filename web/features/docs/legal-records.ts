import { legalDocuments, type LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalDocument } from '#contracts/legal.endpoints.ts'
import type { SearchRecord } from '#web/build/docs/documents.ts'
import { call } from '#web/platform/api.ts'

/** The passages of the legal pages in force: they are the operator's, so no build knows them. A page that cannot be had is not found. */
export async function legalRecords(): Promise<SearchRecord[]> {
  const pages = await Promise.allSettled(
    legalDocuments.map(async (document) => {
      const { html } = await call(getLegalDocument, { params: { document } })
      return recordsOf(document, html)
    }),
  )
  return pages.flatMap((page) => (page.status === 'fulfilled' ? page.value : []))
}

/** One for what stands before the first heading, and one for each heading with what is under it. */
function recordsOf(document: LegalDocument, html: string): SearchRecord[] {
  const records: SearchRecord[] = [[`docs/${document}`, '', '', '']]
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const part of body.querySelectorAll('h2, h3, p, li, tr, pre')) {
    const words = part.textContent.replaceAll(/\s+/g, ' ').trim()
    if (/^H\d$/.test(part.tagName)) records.push([`docs/${document}`, part.id, words, ''])
    else records.at(-1)![3] += ` ${words}`
  }
  return records.map(([page, id, heading, text]) => [page, id, heading, text.trim()])
}
