import * as z from 'zod'
import { visibleLines } from '#contracts/shapes.ts'
import { sitePath } from '#contracts/site-path.ts'
import { DEFAULT_COOKIE_DAYS, DEFAULT_HOLD_DAYS } from '#rules/campaign-state.ts'
import { namesReward } from '#rules/public-texts.ts'
import { channelPlatforms } from '#contracts/taxonomies.ts'
import { problem } from '#server/platform/http/problems.ts'

const slug = z
  .string()
  .max(60)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'is lower-case words joined by hyphens')
const crels = z.int().min(1).max(10_000_000)
const unique = (list: unknown[]) => new Set(list).size === list.length

/** What a campaign pays; at least one of a click, a lead and a sale. */
const reward = z
  .strictObject({
    /** Thousandths of a crel for a unique click. */
    clickMillicrels: z.int().min(1).max(1_000_000).nullable().default(null),
    leadCrels: crels.nullable().default(null),
    /** A fixed amount, or basis points of the sale (800 = 8 %). */
    sale: z
      .union([z.strictObject({ crels }), z.strictObject({ bps: z.int().min(1).max(10_000) })])
      .nullable()
      .default(null),
  })
  .refine(
    ({ clickMillicrels, leadCrels, sale }) => clickMillicrels !== null || leadCrels !== null || sale !== null,
    'pays for nothing',
  )

/** A text for buyers: it says nothing of what creators earn. */
const publicText = (lengthMax: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(lengthMax)
    .check(visibleLines)
    .refine((text) => !namesReward(text), 'is read by buyers: what creators earn stands in title and summary')

/** What a campaign offers, without what is assumed where a file says nothing. */
const offer = {
  category: slug,
  title: z.string().trim().min(1).max(120).check(visibleLines),
  summary: z.string().trim().min(1).max(400).check(visibleLines),
  /** What buyers read in place of title and summary: the product, and a sentence or two about it. */
  publicTitle: publicText(120).nullable(),
  publicDescription: publicText(400).nullable(),
  /** Words to post with a link; the disclosure is added where it is missing. */
  captions: z.array(publicText(400)).max(10).refine(unique, 'names one twice'),
  /** Markdown. */
  terms: z.string().trim().min(1).max(40_000).check(visibleLines),
  /** A picture this site serves; without one the cover is drawn from the brand's colours. */
  coverUrl: z
    .string()
    .max(2048)
    .transform((value, ctx) => {
      const path = sitePath(value)
      if (path === null) ctx.addIssue('is a path of this site')
      return path ?? z.NEVER
    })
    .nullable(),
  destinationUrl: z.string().max(2048),
  /** Further hosts that members' deep links may lead to; the destination's is one by itself. */
  allowedHosts: z.array(z.string().regex(/^[a-z0-9.-]{1,253}$/, 'is a host in lower case')).max(19),
  reward,
  holdDays: z.int().min(0).max(365),
  cookieDays: z.int().min(1).max(365),
  perMemberCapCrels: z.int().min(1).max(1_000_000_000).nullable(),
  memberLimit: z.int().min(1).max(10_000_000).nullable(),
  /** ISO 3166-1 alpha-2; none listed means everywhere. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/, 'is two capital letters'))
    .refine(unique, 'names one twice'),
  /** Of which a member needs one; none listed means none is needed. */
  requiredChannels: z.array(z.enum(channelPlatforms)).refine(unique, 'names one twice'),
  approval: z.enum(['open', 'application']),
  joiningBonusPoints: z.int().min(0).max(100_000),
  startsAt: z.iso.datetime({ offset: true }).nullable(),
  endsAt: z.iso.datetime({ offset: true }).nullable(),
}

/** A campaign as `crels campaign create --file` reads it. */
export const campaignFile = z
  .strictObject({
    ...offer,
    /** The brand's slug. */
    brand: slug,
    /** A name of its own that stays, for files. */
    slug: slug.nullable().default(null),
    publicTitle: offer.publicTitle.default(null),
    publicDescription: offer.publicDescription.default(null),
    captions: offer.captions.default([]),
    coverUrl: offer.coverUrl.default(null),
    allowedHosts: offer.allowedHosts.default([]),
    holdDays: offer.holdDays.default(DEFAULT_HOLD_DAYS),
    cookieDays: offer.cookieDays.default(DEFAULT_COOKIE_DAYS),
    /** Put into the budget at once. */
    budgetCrels: z.int().min(0).max(1_000_000_000).default(0),
    perMemberCapCrels: offer.perMemberCapCrels.default(null),
    memberLimit: offer.memberLimit.default(null),
    countries: offer.countries.default([]),
    requiredChannels: offer.requiredChannels.default([]),
    approval: offer.approval.default('open'),
    joiningBonusPoints: offer.joiningBonusPoints.default(0),
    /** Now unless given. */
    startsAt: offer.startsAt.default(null),
    endsAt: offer.endsAt.default(null),
    /** Published at once; otherwise it stays a draft that members do not see. */
    publish: z.boolean().default(false),
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt), {
    path: ['endsAt'],
    message: 'comes before its start',
  })
export type CampaignFile = z.output<typeof campaignFile>

/** What `crels campaign edit --file` changes: fields of a campaign's file, each as it shall be; the rest stays. */
export const campaignChanges = z
  .strictObject({ ...offer, startsAt: z.iso.datetime({ offset: true }) })
  .partial()
  .refine((changes) => Object.keys(changes).length > 0, 'changes nothing')
export type CampaignChanges = z.output<typeof campaignChanges>

/** Reads a campaign's file. Throws `validation_failed` with a line for each thing that is wrong. */
export function readCampaignFile(value: unknown): CampaignFile {
  return read(campaignFile, value)
}

/** Reads the file of a change. Throws `validation_failed` with a line for each thing that is wrong. */
export function readCampaignChanges(value: unknown): CampaignChanges {
  return read(campaignChanges, value)
}

function read<Output>(schema: z.ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues.map(({ path, code, message }) => ({
    path: path.join('.'),
    code,
    message,
  }))
  throw problem('validation_failed', { detail: z.prettifyError(result.error), members: { issues } })
}
