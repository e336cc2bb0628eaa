import { m } from '#console-messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import { getLegalTexts, publishLegalTexts } from '#contracts/operator-legal.endpoints.ts'
import type { LegalTexts } from '#contracts/operator-legal.schemas.ts'
import { call } from '#console/platform/api.ts'

/**
 * Takes back that a version was published: the texts of the one before it are published again, as any others are. Who
 * agreed to them is not asked. Refused where another version came meanwhile.
 */
export async function undoPublishing({
  document,
  version,
  before,
}: {
  document: LegalDocument
  /** What is taken back. */
  version: string
  /** What was in force before it. */
  before: string
}): Promise<void> {
  const params = { document }
  const { texts } = await call(getLegalTexts, { params, query: { version: before } })
  const summary = m.legal_undo_summary({ version: before })
  await call(publishLegalTexts, { params, body: { texts, summary, seen: version } })
}

/**
 * Takes back the first version of a page: its template, which was shown until then, is published as the next one, as no
 * version is ever removed. Refused where another version came meanwhile, and where a name in the template stands for
 * nothing.
 */
export async function undoFirstPublishing({
  document,
  version,
  template,
}: {
  document: LegalDocument
  /** What is taken back. */
  version: string
  template: LegalTexts
}): Promise<void> {
  const body = { texts: template, summary: m.legal_undo_template_summary(), seen: version }
  await call(publishLegalTexts, { params: { document }, body })
}
