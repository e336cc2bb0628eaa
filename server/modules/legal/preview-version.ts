import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { PreviewedLegalVersion } from '#contracts/operator-legal.schemas.ts'
import type { Db } from '#server/platform/database.ts'
import { countMembersToAsk, versionsInForce, versionsWithTexts } from './legal-queries.ts'
import { filledTexts, legalFacts, type LegalSettings } from './legal-template.ts'

/**
 * Whom a version with these texts would ask, without publishing it: every active member but those who agreed to a version
 * with the very same texts. The cookies page asks nobody.
 */
export async function previewVersion(
  db: Db,
  {
    config,
    document,
    texts,
  }: { config: LegalSettings; document: LegalDocument; texts: Record<string, string> },
): Promise<PreviewedLegalVersion> {
  const { filled } = filledTexts(texts, await legalFacts(db, config))
  const versions = await versionsWithTexts(db, { document, texts: filled })
  const isInForce = versions.length > 0 && versions[0] === (await versionsInForce(db))[document]
  return {
    isInForce,
    sameAs: versions[0] ?? null,
    asked: isInForce || document === 'cookies' ? 0 : await countMembersToAsk(db, { document, versions }),
  }
}
