import { m } from '#messages'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { LegalPage } from '#contracts/legal.schemas.ts'
import { paths, withQuery } from '#contracts/paths.ts'
import type { Db } from '#server/platform/database.ts'
import { escapeHtml } from '#server/platform/http/plain-page.ts'
import { htmlAttributes, isLanguage } from '#contracts/languages.ts'
import { languageInUse } from '#server/platform/language.ts'
import { problem } from '#server/platform/http/problems.ts'
import { dateText } from '#server/platform/shown-times.ts'
import { markdownHtml } from '#server/platform/http/markdown-html.ts'
import { legalText, legalVersions, type LegalVersion } from './legal-queries.ts'
import { legalFacts, templateIn, withFacts, type LegalSettings } from './legal-template.ts'

/**
 * What a legal page shows: the version in force, or an earlier one, or the template where the operator has published
 * none. Throws `not_found` for a version that there is not.
 */
export async function legalPage(
  db: Db,
  config: LegalSettings,
  { document, version }: { document: LegalDocument; version?: string | undefined },
): Promise<LegalPage> {
  const versions = await legalVersions(db, document)
  const shown = version === undefined ? versions[0] : versions.find((one) => one.version === version)
  if (version !== undefined && !shown) throw problem('not_found')
  const locale = languageInUse()
  const found = shown
    ? // Each version has its English text.
      (await legalText(db, { document, version: shown.version, locale }))!
    : templateIn(document, locale)
  const body = shown ? found.body : withFacts(found.body, await legalFacts(db, config)).text
  const html = [
    shown ? noteOf(document, shown, versions) : note(m.server_legal_template()),
    inLanguageOf(found.locale, markdownHtml(body)),
    ...(shown ? [listOf(document, shown, versions)] : []),
  ].join('')
  return {
    document,
    version: shown?.version ?? null,
    html,
    versions: versions.map(({ version: name, summary, publishedAt }) => ({
      version: name,
      summary,
      publishedAt: publishedAt.toISOString(),
    })),
  }
}

/** The words of another language than the page's are said to be, to screen readers and translators. */
function inLanguageOf(language: string, html: string): string {
  if (!isLanguage(language) || language === languageInUse()) return html
  return `<div ${htmlAttributes(language)}>${html}</div>`
}

/** From when the version is, or until when it was. */
function noteOf(document: LegalDocument, shown: LegalVersion, versions: LegalVersion[]): string {
  const at = versions.indexOf(shown)
  const since = dateText(shown.publishedAt)
  if (at === 0) return `<p data-version>${escapeHtml(m.server_legal_since({ date: since }))}</p>`
  const until = dateText(versions[at - 1]!.publishedAt)
  return note(
    m.server_legal_earlier({ since, until }),
    `<a href="${paths.doc(document)}">${escapeHtml(m.server_legal_to_current())}</a>`,
  )
}

/** Every version with what it changed; a single one is no list. */
function listOf(document: LegalDocument, shown: LegalVersion, versions: LegalVersion[]): string {
  if (versions.length < 2) return ''
  const items = versions.map((one, at) => {
    const address = at === 0 ? paths.doc(document) : withQuery(paths.doc(document), { version: one.version })
    const name = escapeHtml(dateText(one.publishedAt))
    const linked = one === shown ? `<b>${name}</b>` : `<a href="${escapeHtml(address)}">${name}</a>`
    return `<li>${linked}: ${escapeHtml(one.summary)}</li>`
  })
  return `<h2 id="versions">${escapeHtml(m.server_legal_versions())}</h2><ul>${items.join('')}</ul>`
}

function note(text: string, more = ''): string {
  return `<blockquote><p>${escapeHtml(text)} ${more}</p></blockquote>`
}
