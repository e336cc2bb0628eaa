import * as z from 'zod/mini'
import { DEFAULT_COOKIE_DAYS, DEFAULT_HOLD_DAYS } from '../rules/campaign-state.ts'
import { namesReward } from '../rules/public-texts.ts'
import { newSlug, visibleLines } from './shapes.ts'
import { sitePath } from './site-path.ts'
import { channelPlatforms } from './taxonomies.ts'

const between = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max))
const crels = between(1, 10_000_000)
const unique = (list: unknown[]) => new Set(list).size === list.length
const onceEach = z.refine<unknown[]>(unique, 'names one twice')
const text = (lengthMax: number) =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(lengthMax), visibleLines)
const moment = z.iso.datetime({ offset: true })

/** What a campaign pays; at least one of a click, a lead and a sale. */
const reward = z
  .strictObject({
    /** Thousandths of a crel for a unique click. */
    clickMillicrels: z._default(z.nullable(between(1, 1_000_000)), null),
    leadCrels: z._default(z.nullable(crels), null),
    /** A fixed amount, or basis points of the sale (800 = 8 %). */
    sale: z._default(
      z.nullable(z.union([z.strictObject({ crels }), z.strictObject({ bps: between(1, 10_000) })])),
      null,
    ),
  })
  .check(
    z.refine(
      ({ clickMillicrels, leadCrels, sale }) =>
        clickMillicrels !== null || leadCrels !== null || sale !== null,
      'pays for nothing',
    ),
  )

/** A text for buyers: it says nothing of what creators earn. */
const publicText = (lengthMax: number) =>
  text(lengthMax).check(
    z.refine(
      (said) => !namesReward(said),
      'is read by buyers: what creators earn stands in title and summary',
    ),
  )

/** A picture this site serves, by its path. */
const picture = z.pipe(
  z.string().check(z.maxLength(2048)),
  z.transform((value, ctx) => {
    const path = sitePath(value)
    if (path !== null) return path
    ctx.issues.push({ code: 'custom', message: 'is a path of this site', input: value })
    return z.NEVER
  }),
)

/** What a campaign offers, without what is assumed where a file says nothing. */
const offer = {
  category: newSlug,
  title: text(120),
  summary: text(400),
  /** What buyers read in place of title and summary: the product, and a sentence or two about it. */
  publicTitle: z.nullable(publicText(120)),
  publicDescription: z.nullable(publicText(400)),
  /** Words to post with a link; the disclosure is added where it is missing. */
  captions: z.array(publicText(400)).check(z.maxLength(10), onceEach),
  /** Markdown. */
  terms: text(40_000),
  /** Without one the cover is drawn from the brand's colours. */
  coverUrl: z.nullable(picture),
  destinationUrl: z.string().check(z.maxLength(2048)),
  /** Further hosts that members' deep links may lead to; the destination's is one by itself. */
  allowedHosts: z
    .array(z.string().check(z.regex(/^[a-z0-9.-]{1,253}$/, 'is a host in lower case')))
    .check(z.maxLength(19)),
  reward,
  holdDays: between(0, 365),
  cookieDays: between(1, 365),
  perMemberCapCrels: z.nullable(between(1, 1_000_000_000)),
  memberLimit: z.nullable(between(1, 10_000_000)),
  /** ISO 3166-1 alpha-2; none listed means everywhere. */
  countries: z.array(z.string().check(z.regex(/^[A-Z]{2}$/, 'is two capital letters'))).check(onceEach),
  /** Of which a member needs one; none listed means none is needed. */
  requiredChannels: z.array(z.enum(channelPlatforms)).check(onceEach),
  approval: z.enum(['open', 'application']),
  joiningBonusPoints: between(0, 100_000),
  startsAt: z.nullable(moment),
  endsAt: z.nullable(moment),
}

const offerWithDefaults = {
  ...offer,
  publicTitle: z._default(offer.publicTitle, null),
  publicDescription: z._default(offer.publicDescription, null),
  captions: z._default(offer.captions, []),
  coverUrl: z._default(offer.coverUrl, null),
  allowedHosts: z._default(offer.allowedHosts, []),
  holdDays: z._default(offer.holdDays, DEFAULT_HOLD_DAYS),
  cookieDays: z._default(offer.cookieDays, DEFAULT_COOKIE_DAYS),
  perMemberCapCrels: z._default(offer.perMemberCapCrels, null),
  memberLimit: z._default(offer.memberLimit, null),
  countries: z._default(offer.countries, []),
  requiredChannels: z._default(offer.requiredChannels, []),
  approval: z._default(offer.approval, 'open'),
  joiningBonusPoints: z._default(offer.joiningBonusPoints, 0),
  /** Now unless given. */
  startsAt: z._default(offer.startsAt, null),
  endsAt: z._default(offer.endsAt, null),
  /** The brand's slug. */
  brand: newSlug,
  /** A name that stays, for files and the demo. */
  slug: z._default(z.nullable(newSlug), null),
}

interface Dates {
  startsAt: string | null
  endsAt: string | null
}
const endsAfterStart = z.refine<Dates>(
  ({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(endsAt) > Date.parse(startsAt),
  { path: ['endsAt'], message: 'comes before its start' },
)

/** A campaign as `crels campaign create --file` reads it. */
export const campaignFile = z
  .strictObject({
    ...offerWithDefaults,
    /** Put into the budget at once. */
    budgetCrels: z._default(between(0, 1_000_000_000), 0),
    /** Published at once; otherwise it stays a draft that members do not see. */
    publish: z._default(z.boolean(), false),
  })
  .check(endsAfterStart)
export type CampaignFile = z.output<typeof campaignFile>

/**
 * A campaign as the console makes it, a draft: what is put into its budget, and when it is published, are acts of their
 * own.
 */
export const newCampaign = z.strictObject(offerWithDefaults).check(endsAfterStart)
export type NewCampaign = z.output<typeof newCampaign>

/** What an edit changes: fields of a campaign's file, each as it shall be; the rest stays. */
export const campaignChanges = z
  .partial(z.strictObject({ ...offer, startsAt: moment }))
  .check(z.refine((changes) => Object.keys(changes).length > 0, 'changes nothing'))
export type CampaignChanges = z.output<typeof campaignChanges>
