import * as z from 'zod'
import { channelPlatforms } from '#contracts/taxonomies.ts'
import { problem } from '#server/platform/http/problems.ts'

const slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens')
const crels = z.int().min(1).max(10_000_000)
const unique = (list: unknown[]) => new Set(list).size === list.length

/** What a campaign pays; at least one of a lead and a sale. */
const reward = z
  .strictObject({
    clickMillicrels: z.null('Rewards per click are not offered yet; leave this out').default(null),
    leadCrels: crels.nullable().default(null),
    /** A fixed amount, or basis points of the sale (800 = 8 %). */
    sale: z
      .union([z.strictObject({ crels }), z.strictObject({ bps: z.int().min(1).max(10_000) })])
      .nullable()
      .default(null),
  })
  .refine(({ leadCrels, sale }) => leadCrels !== null || sale !== null, 'pays for nothing')

/** A campaign as `crels campaign create --file` reads it. */
export const campaignFile = z
  .strictObject({
    /** The brand's slug, and the category's. */
    brand: slug,
    category: slug,
    /** A name of its own that stays, for files. */
    slug: slug.nullable().default(null),
    title: z.string().trim().min(1).max(120),
    summary: z.string().trim().min(1).max(400),
    /** Markdown. */
    terms: z.string().trim().min(1).max(40_000),
    /** A picture this site serves; without one the cover is drawn from the brand's colours. */
    coverUrl: z
      .string()
      .max(2048)
      .regex(/^\/[^/\s]\S*$/, 'is a path of this site')
      .nullable()
      .default(null),
    destinationUrl: z.string().max(2048),
    /** Further hosts that members' deep links may lead to; the destination's is one by itself. */
    allowedHosts: z
      .array(z.string().regex(/^[a-z0-9.-]{1,253}$/, 'is a host in lower case'))
      .max(19)
      .default([]),
    reward,
    holdDays: z.int().min(0).max(365).default(30),
    cookieDays: z.int().min(1).max(365).default(30),
    /** Put into the budget at once. */
    budgetCrels: z.int().min(0).max(1_000_000_000).default(0),
    perMemberCapCrels: z.int().min(1).max(1_000_000_000).nullable().default(null),
    memberLimit: z.int().min(1).max(10_000_000).nullable().default(null),
    /** ISO 3166-1 alpha-2; none listed means everywhere. */
    countries: z
      .array(z.string().regex(/^[A-Z]{2}$/, 'is two capital letters'))
      .refine(unique, 'names one twice')
      .default([]),
    /** Of which a member needs one; none listed means none is needed. */
    requiredChannels: z.array(z.enum(channelPlatforms)).refine(unique, 'names one twice').default([]),
    approval: z.enum(['open', 'application']).default('open'),
    joiningBonusPoints: z.int().min(0).max(100_000).default(0),
    /** Now unless given. */
    startsAt: z.iso.datetime({ offset: true }).nullable().default(null),
    endsAt: z.iso.datetime({ offset: true }).nullable().default(null),
    /** Published at once; otherwise it stays a draft that nobody sees. */
    publish: z.boolean().default(false),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: 'comes before its start',
  })
export type CampaignFile = z.output<typeof campaignFile>

/** Reads a campaign's file. Throws `validation_failed` with a line for each thing that is wrong. */
export function readCampaignFile(value: unknown): CampaignFile {
  const result = campaignFile.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
