import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { operatedLink } from './operator-links.schemas.ts'
import { isUndo, memberReason } from './operator-shapes.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('supportRequest') })
const codes = z.array(z.string().check(z.regex(/^[a-z0-9-]{3,40}$/))).check(z.minLength(1), z.maxLength(40))
/** Why, kept with each link. */
const reason = z.optional(memberReason)

/** A link that a report names. */
export const reportedLink = z.object({
  ...operatedLink.shape,
  /** It was turned off for this report, and is still: what giving back the report's links gives back. */
  isBlockedForThis: z.boolean(),
})
export type ReportedLink = z.output<typeof reportedLink>

/** The links that were changed; those that were so already are not among them. */
const changedLinks = z.object({ codes: z.array(z.string()) })

export const operatorAbuseSchemas = {
  listReportedLinks: {
    summary: 'The links that a report names, with whose each is and how much it is used.',
    tag,
    params,
    responses: { 200: z.object({ items: z.array(reportedLink) }) },
  },
  banReportedLinks: {
    summary: 'Turns off links that a report names, and closes it.',
    tag,
    params,
    body: z.strictObject({ codes, seen: idSchema('supportMessage'), reason, isUndo }),
    errors: ['conflict'],
    responses: { 200: changedLinks },
  },
  unbanReportedLinks: {
    summary: 'Gives back links that were turned off for a report, which waits again.',
    tag,
    params,
    body: z.strictObject({ codes, reason, isUndo }),
    errors: ['conflict'],
    responses: { 200: changedLinks },
  },
} satisfies Record<string, EndpointSchemas>
