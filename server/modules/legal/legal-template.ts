import { readFileSync } from 'node:fs'
import { m } from '#messages'
import { languages } from '#contracts/languages.ts'
import { defaultSiteName } from '#contracts/site-name.ts'
import type { LegalDocument } from '#contracts/legal.constants.ts'
import type { Config } from '#server/config.ts'
import { siteValueNames, siteValues } from '#server/modules/site/public.ts'
import type { Db } from '#server/platform/database.ts'

/** What stands for the names in braces; null for what the operator has not said. */
export type LegalFacts = Record<string, string | null>

/** The settings that the pages say. */
export type LegalSettings = Pick<
  Config,
  'ageMin' | 'clickDays' | 'supportKeepMonths' | 'sessionRules' | 'analytics'
>

/** What this installation's pages say in place of the names in braces. */
export async function legalFacts(db: Db, config: LegalSettings): Promise<LegalFacts> {
  const said = await siteValues(db)
  const ofOperator = Object.keys(siteValueNames).map((name) => [
    name,
    said[name as keyof typeof said] ?? null,
  ])
  return {
    ...Object.fromEntries(ofOperator),
    'site.name': said['site.name'] ?? defaultSiteName,
    'age.min': String(config.ageMin),
    'keep.clickDays': String(config.clickDays),
    'keep.analyticsDays': String(config.analytics.days),
    'keep.supportMonths': String(config.supportKeepMonths),
    'keep.sessionDays': String(config.sessionRules.lifetimeDays),
  }
}

/** Markdown with the facts in place of their names, and which names have none. What is not known says `unsaid`. */
export function withFacts(
  markdown: string,
  facts: LegalFacts,
  unsaid: string = m.server_legal_unsaid(),
): { text: string; missing: string[] } {
  const missing = new Set<string>()
  const text = markdown.replaceAll(/\{([^{}\n]*)\}/g, (_, name: string) => {
    const known = name.trim()
    const fact = Object.hasOwn(facts, known) && facts[known]
    if (fact) return escaped(fact)
    missing.add(known)
    return unsaid
  })
  return { text, missing: [...missing] }
}

/** Texts by their language with the facts in them, as a version keeps them, and which names in them have none. */
export function filledTexts(
  texts: Record<string, string>,
  facts: LegalFacts,
): { filled: Record<string, string>; missing: string[] } {
  const filled: Record<string, string> = {}
  const missing = new Set<string>()
  for (const [locale, markdown] of Object.entries(texts)) {
    const one = withFacts(markdown, facts, '')
    filled[locale] = one.text.trim()
    for (const name of one.missing) missing.add(name)
  }
  return { filled, missing: [...missing] }
}

/** A value is text: no mark in it means anything. Only addresses in it are links. */
function escaped(fact: string): string {
  const isMail = /^[^\s@()[\]<>|]+@[^\s@()[\]<>|]+\.[^\s@()[\]<>|]+$/.test(fact)
  if (isMail) return `[${withoutMarks(fact)}](mailto:${fact})`
  // Every second part is what Markdown reads as an address by itself: a backslash in it would lead elsewhere.
  return fact
    .split(/((?<![\w/])https?:\/\/[^\s<>()|\\]+)/)
    .map((part, at) => (at % 2 === 1 ? part : withoutMarks(part)))
    .join('')
}

const withoutMarks = (text: string): string => text.replaceAll(/[\\`*_[\](){}#+\-.!>~|]/g, String.raw`\$&`)

const contentDir = new URL('../../../content/', import.meta.url)

/** A page's template in every language that it is there in, by language. */
export function templatesOf(document: LegalDocument): Record<string, string> {
  const found = languages.map((language) => {
    const folder = language === 'en' ? 'legal' : `${language}/legal`
    return [language, readIfThere(new URL(`${folder}/${document}.md`, contentDir))] as const
  })
  return Object.fromEntries(found.filter((one): one is [(typeof one)[0], string] => one[1] !== undefined))
}

/** The template in a language, in English where there is none in it, and which of them it is. */
export function templateIn(document: LegalDocument, locale: string): { locale: string; body: string } {
  const all = (templates[document] ??= templatesOf(document))
  const found = all[locale] === undefined ? 'en' : locale
  return { locale: found, body: all[found]! }
}

const templates: Partial<Record<LegalDocument, Record<string, string>>> = {}

function readIfThere(file: URL): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}
