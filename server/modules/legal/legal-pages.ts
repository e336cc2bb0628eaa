import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { LegalPage } from '#contracts/legal.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import type { Listener } from '#server/platform/listener.ts'
import { languageInUse } from '#server/platform/language.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { legalPage } from './legal-page.ts'
import type { LegalSettings } from './legal-template.ts'

/** Which page, and which version of it where it is not the one in force. */
export interface AskedLegalPage {
  document: LegalDocument
  version?: string | undefined
}

/** The legal pages as they were once written, by page, version and language. */
export interface LegalPages {
  /** Throws `not_found` for a version that there is not. */
  page(asked: AskedLegalPage): Promise<LegalPage>
  /** What the server writes into the page; undefined for a version that there is not. */
  writtenOn(asked: AskedLegalPage): Promise<string | undefined>
}

/** Keeps each page until the operator publishes or says something of the site. */
export function openLegalPages({
  db,
  config,
  listener,
}: {
  db: Db
  config: LegalSettings
  listener: Pick<Listener, 'on'>
}): LegalPages {
  let kept = new Map<string, LegalPage>()
  const forget = () => void (kept = new Map())
  listener.on('site', forget, forget)

  const page = async (asked: AskedLegalPage): Promise<LegalPage> => {
    const key = [asked.document, asked.version, languageInUse()].join(' ')
    // What is read while something is published goes where no one looks any more.
    const into = kept
    const found = into.get(key)
    if (found) return found
    const made = await legalPage(db, config, asked)
    into.set(key, made)
    return made
  }
  return {
    page,
    writtenOn: async (asked) => {
      try {
        return (await page(asked)).html
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_found') return undefined
        throw error
      }
    },
  }
}
