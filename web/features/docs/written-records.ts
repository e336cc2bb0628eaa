import { getFaq } from '#contracts/faq.endpoints.ts'
import { legalDocuments, type LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalDocument } from '#contracts/legal.endpoints.ts'
import type { SearchRecord } from '#web/build/docs/documents.ts'
import { call } from '#web/platform/api.ts'

/** What could be had of the operator's texts. */
export interface WrittenRecords {
  records: SearchRecord[]
  /** Whether it is all of them. */
  isWhole: boolean
}

/**
 * The answers to questions, and the passages of the legal pages, as they are in force: they are the operator's, so no
 * build knows them. What cannot be had is not found, and the reader is to hear of it.
 */
export async function writtenRecords(): Promise<WrittenRecords> {
  const texts = await Promise.allSettled([
    call(getFaq).then(({ html }) => answersIn(html)),
    ...legalDocuments.map(async (document) => {
      const { html } = await call(getLegalDocument, { params: { document } })
      return passagesOf(document, html)
    }),
  ])
  return {
    records: texts.flatMap((text) => (text.status === 'fulfilled' ? text.value : [])),
    isWhole: texts.every(({ status }) => status === 'fulfilled'),
  }
}

function answersIn(html: string): SearchRecord[] {
  return [...bodyOf(html).querySelectorAll('details')].map((entry) => [
    'faq',
    entry.id,
    entry.querySelector('summary')!.textContent,
    wordsOf(entry.querySelector('div > div')!),
  ])
}

/** One for what stands before the first heading, and one for each heading with what is under it. */
function passagesOf(document: LegalDocument, html: string): SearchRecord[] {
  const records: SearchRecord[] = [[`docs/${document}`, '', '', '']]
  for (const part of bodyOf(html).querySelectorAll('h2, h3, p, li, tr, pre')) {
    const words = wordsOf(part)
    if (/^H\d$/.test(part.tagName)) records.push([`docs/${document}`, part.id, words, ''])
    else records.at(-1)![3] += ` ${words}`
  }
  return records.map(([page, id, heading, text]) => [page, id, heading, text.trim()])
}

function bodyOf(html: string): HTMLElement {
  return new DOMParser().parseFromString(html, 'text/html').body
}

function wordsOf(part: Element): string {
  return part.textContent.replaceAll(/\s+/g, ' ').trim()
}
