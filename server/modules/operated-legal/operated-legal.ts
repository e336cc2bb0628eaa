import type { Language } from '#contracts/languages.ts'
import { legalDocuments, type LegalDocument } from '#contracts/legal.constants.ts'
import type { LegalTexts, OperatedLegal, OperatedLegalTexts } from '#contracts/operator-legal.schemas.ts'
import type { Config } from '#server/config.ts'
import { countMembers } from '#server/modules/accounts/public.ts'
import {
  countAgreements,
  legalFacts,
  legalTexts,
  legalVersions,
  repeatedVersions,
  templatesOf,
  versionsInForce,
  withFacts,
} from '#server/modules/legal/public.ts'
import type { Db } from '#server/platform/database.ts'
import { markdownHtml } from '#server/platform/http/markdown-html.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inLanguage } from '#server/platform/language.ts'

/** Every legal page in its versions, with how many members agreed to each. */
export async function operatedLegal(db: Db): Promise<OperatedLegal> {
  const [versions, agreed, members, repeated] = await Promise.all([
    legalVersions(db),
    countAgreements(db),
    countMembers(db),
    repeatedVersions(db),
  ])
  const membersOf = (document: string, version: string) =>
    agreed.find((one) => one.document === document && one.version === version)?.members ?? 0
  const sameAs = (document: string, version: string) =>
    repeated.find((one) => one.document === document && one.version === version)?.sameAs ?? null
  return {
    items: legalDocuments.map((document) => ({
      document,
      versions: versions
        .filter((one) => one.document === document)
        .map(({ version, summary, author, publishedAt }) => ({
          version,
          summary,
          author,
          publishedAt: publishedAt.toISOString(),
          members: membersOf(document, version),
          sameAs: sameAs(document, version),
        })),
    })),
    members,
  }
}

/**
 * The texts of a page as they are written, with the version in force. Throws `not_found` for a version that there is
 * not.
 */
export async function operatedTexts(
  db: Db,
  { document, version }: { document: LegalDocument; version?: string | undefined },
): Promise<OperatedLegalTexts> {
  const inForce = (await versionsInForce(db))[document] ?? null
  const shown = version ?? inForce
  const texts = shown === null ? templatesOf(document) : await legalTexts(db, { document, version: shown })
  if (texts.en === undefined) throw problem('not_found', { detail: `There is no version ${shown}.` })
  return { document, version: inForce, texts: texts as LegalTexts, members: await countMembers(db) }
}

/** A text as the page would show it, and the names in it that stand for nothing. */
export async function previewOf(
  db: Db,
  config: Config,
  { language, text }: { language: Language; text: string },
): Promise<{ html: string; missing: string[] }> {
  const facts = await legalFacts(db, config)
  return inLanguage(language, () => {
    const shown = withFacts(text, facts)
    return { html: markdownHtml(shown.text), missing: shown.missing }
  })
}
