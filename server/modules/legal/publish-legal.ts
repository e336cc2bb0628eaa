import type { LegalDocument } from '#contracts/legal.constants.ts'
import { authorOf, decidedBefore, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import {
  forgetLegalPages,
  insertText,
  insertVersion,
  lockPublishing,
  versionsInForce,
  versionsWithTexts,
} from './legal-queries.ts'
import { filledTexts, legalFacts, type LegalSettings } from './legal-template.ts'

/** A new version of a legal page. */
export interface NewLegalVersion {
  document: LegalDocument
  /** Markdown by language; English is among them. */
  texts: Record<string, string>
  /** What changed, for members. */
  summary: string
  /** The version that was in force when it was begun, null for none: another that came meanwhile is not overtaken. */
  seen?: string | null
}

/**
 * Publishes a version, from now on in force: the texts with what the operator has said in place of the names in braces.
 * What is in force already is answered as it is. Who agreed to an earlier version with the very texts is not asked again:
 * that agreement stays as it was given, and counts. Throws `validation_failed` for a name that stands for nothing, and
 * `forbidden` where the operator's role does not allow it, and `conflict` where another was published meanwhile.
 */
export async function publishLegal(
  tx: Tx,
  actor: OperatorActor,
  { config, document, texts, summary, seen }: NewLegalVersion & { config: LegalSettings },
): Promise<{ version: string; isNew: boolean }> {
  const facts = await legalFacts(tx, config)
  const { filled, missing } = filledTexts(texts, facts)
  if (missing.length > 0)
    throw problem('validation_failed', { detail: missingText(document, missing, facts) })
  if (!filled.en) throw problem('validation_failed', { detail: 'There is no English text.' })
  await lockPublishing(tx)
  const current = (await versionsInForce(tx))[document]
  const same = await versionsWithTexts(tx, { document, texts: filled })
  if (current !== undefined && same[0] === current) return { version: current, isNew: false }
  if (seen !== undefined && seen !== (current ?? null))
    throw await decidedBefore(tx, document, `${document} ${current} was published meanwhile.`)
  const locales = Object.keys(texts)
  const after = { summary, locales, ...(same[0] !== undefined && { sameAs: same[0] }) }
  await operate(tx, actor, { action: 'legal.publish', target: document, after })
  const version = await insertVersion(tx, { document, summary, author: authorOf(actor) })
  for (const [locale, body] of Object.entries(filled))
    await insertText(tx, { document, version, locale, body })
  await forgetLegalPages(tx)
  return { version, isNew: true }
}

function missingText(document: LegalDocument, missing: string[], facts: object): string {
  const unset = missing.filter((name) => Object.hasOwn(facts, name))
  const unknown = missing.filter((name) => !unset.includes(name))
  return [
    ...unset.map((name) => `${document} says {${name}}: set it with \`crels site set ${name} "…"\`.`),
    ...unknown.map(
      (name) =>
        `${document} says {${name}}, which stands for nothing; content/legal/README.md lists the names.`,
    ),
  ].join(' ')
}
