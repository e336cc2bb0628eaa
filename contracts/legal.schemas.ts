import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { agreedDocuments, legalDocuments } from './legal.constants.ts'
import { time } from './shapes.ts'

const tag = 'legal'

/** The day a version was published, with a number where it is not the first of that day. */
export const legalVersionName = z.string().check(z.regex(/^\d{4}-\d\d-\d\d(\.\d{1,3})?$/))

/** A version that a member says they agree to: the one they were shown. */
export const agreements = z
  .array(z.object({ document: z.enum(agreedDocuments), version: legalVersionName }))
  .check(z.minLength(1), z.maxLength(agreedDocuments.length))
export type Agreements = z.output<typeof agreements>

/** A version in force that the member has not agreed to. */
export const versionToAgree = z.object({
  document: z.enum(agreedDocuments),
  version: legalVersionName,
  /** What changed, in the operator's words. */
  summary: z.string(),
  publishedAt: time,
  /** Whether the member agreed to an earlier version. */
  isUpdate: z.boolean(),
})
export type VersionToAgree = z.output<typeof versionToAgree>

const legalVersion = z.object({ version: legalVersionName, summary: z.string(), publishedAt: time })

export const legalPage = z.object({
  document: z.enum(legalDocuments),
  /** Null: the operator has published none, and the text is the template that comes with Crels. */
  version: z.nullable(legalVersionName),
  /** What the page shows, as HTML without scripts. */
  html: z.string(),
  /** Every version, the newest first: the first is in force. */
  versions: z.array(legalVersion),
})
export type LegalPage = z.output<typeof legalPage>

export const legalSchemas = {
  listLegalDocuments: {
    summary:
      'The legal pages with the version of each that is in force, null where the operator has published none; and how old a member is at least.',
    tag,
    responses: {
      200: z.object({
        /** Years; 0 where no age is asked for. */
        ageMin: z.int(),
        items: z.array(z.object({ document: z.enum(legalDocuments), version: z.nullable(legalVersionName) })),
      }),
    },
  },
  getLegalDocument: {
    summary: 'The text of a legal page: the version in force, or an earlier one.',
    tag,
    params: z.object({ document: z.enum(legalDocuments) }),
    query: z.object({ version: z.optional(legalVersionName) }),
    responses: { 200: legalPage },
  },
  agree: {
    summary:
      'Agrees to versions of the terms and the privacy page that are in force. Another call for the same changes nothing.',
    tag,
    body: z.object({ agreements }),
    errors: ['legal_version_stale'],
    unverifiedAllowed: true,
    responses: { 200: z.object({ toAgree: z.array(versionToAgree) }) },
  },
} satisfies Record<string, EndpointSchemas>
