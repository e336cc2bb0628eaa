import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { languages } from './languages.ts'
import { legalDocuments } from './legal.constants.ts'
import { legalVersionName } from './legal.schemas.ts'
import { textUpTo, whole } from './operator-shapes.ts'
import { time, visible, visibleLines } from './shapes.ts'

const tag = 'operator'
const document = z.enum(legalDocuments)
const params = z.object({ document })
/** The one that was in force when it was begun; null of a page that shows its template. */
const seen = z.nullable(legalVersionName)

/** Markdown; a name in braces, such as `{company.name}`, stands for what the site says. */
const text = textUpTo(100_000).check(visibleLines)
const texts = z.strictObject({ en: text, es: z.optional(text), de: z.optional(text) })
export type LegalTexts = z.output<typeof texts>

const operatedLegalVersion = z.object({
  version: legalVersionName,
  summary: z.string(),
  author: z.string(),
  publishedAt: time,
  /** Members who agreed to it. */
  members: whole,
  /** The first with the very same texts, where there is one before it: agreements to that count for this one. */
  sameAs: z.nullable(legalVersionName),
})
export type OperatedLegalVersion = z.output<typeof operatedLegalVersion>

export const operatedLegal = z.object({
  items: z.array(
    z.object({
      document,
      /** The newest first: the first is in force, and without any the template is shown. */
      versions: z.array(operatedLegalVersion),
    }),
  ),
  /** Members who would be asked to agree to another version of the terms or the privacy page. */
  members: whole,
})
export type OperatedLegal = z.output<typeof operatedLegal>

export const legalTexts = z.object({ document, version: seen, texts, members: whole })
export type OperatedLegalTexts = z.output<typeof legalTexts>

const previewedVersion = z.object({
  /** These texts are in force: publishing them changes nothing. */
  isInForce: z.boolean(),
  /** The last version with the very same texts: who agreed to one of them is not asked again. */
  sameAs: seen,
  /** Members who would be asked to agree at their next visit. */
  asked: whole,
})
export type PreviewedLegalVersion = z.output<typeof previewedVersion>

const published = z.object({
  version: legalVersionName,
  /** False: that is in force already. */
  isNew: z.boolean(),
})

export const operatorLegalSchemas = {
  getOperatedLegal: {
    summary: 'The legal pages in their versions, with how many members agreed to each.',
    tag,
    responses: { 200: operatedLegal },
  },
  getLegalTexts: {
    summary:
      'The texts of a legal page as they are written: of the version in force, of another, or the template.',
    tag,
    params,
    query: z.object({ version: z.optional(legalVersionName) }),
    responses: { 200: legalTexts },
  },
  previewLegalText: {
    summary: 'A text as the page would show it, and the names in it that stand for nothing.',
    tag,
    params,
    bodyLimit: 512 * 1024,
    body: z.strictObject({ language: z.enum(languages), text }),
    responses: { 200: z.object({ html: z.string(), missing: z.array(z.string()) }) },
  },
  previewLegalVersion: {
    summary: 'How many members a version with these texts would ask to agree, without publishing it.',
    tag,
    params,
    bodyLimit: 2 * 1024 * 1024,
    body: z.strictObject({ texts }),
    responses: { 200: previewedVersion },
  },
  publishLegalTexts: {
    summary:
      'Publishes a version, from now on in force. Members are asked to agree to other terms and another privacy page, but for those who agreed to the very same texts before.',
    tag,
    params,
    bodyLimit: 2 * 1024 * 1024,
    body: z.strictObject({
      texts,
      /** What changed, for members. */
      summary: textUpTo(500).check(visible),
      seen,
    }),
    responses: { 200: published },
  },
} satisfies Record<string, EndpointSchemas>
