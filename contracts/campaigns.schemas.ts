import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { crels, pageOf, time } from './shapes.ts'
import { channelPlatforms } from './taxonomies.ts'

const tag = 'campaigns'
/** Names a category or a brand in addresses. */
export const slug = z.string().check(z.regex(/^[a-z0-9-]{1,60}$/))
const params = z.object({ id: idSchema('campaign') })

/** What a list of campaigns can be filtered and sorted by; the browser keeps these in its address. */
export const campaignFilters = {
  /**
   * Where words are searched, what matches best comes first unless another order is asked for; else the popular.
   * `for_me` holds only what I could join, with what suits my industries and channels first; `suggested` holds all:
   * those first, then what is not open to me, then what I joined.
   */
  sort: z.optional(z.enum(['popular', 'new', 'ending', 'match', 'for_me', 'suggested'])),
  category: z.optional(slug),
  brand: z.optional(slug),
  /** Words in the title, summary or the brand's name. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  reward: z.optional(z.enum(['click', 'lead', 'sale'])),
  /** ISO 3166 alpha-2: campaigns open to people there. */
  country: z.optional(z.string().check(z.regex(/^[A-Z]{2}$/))),
  /** Campaigns that a member with only this channel may join. */
  channel: z.optional(z.enum(channelPlatforms)),
}

export const campaignStates = [
  'draft',
  'scheduled',
  'active',
  'paused',
  'ended',
  'archived',
  'exhausted',
] as const
/** Who lets a member in: nobody, or the brand. */
export const approvals = ['open', 'application'] as const
export const enrolmentStates = ['applied', 'active', 'declined', 'left', 'removed'] as const

/** What a campaign pays: any of per click, per lead and per sale; null where it does not. */
export const reward = z.object({
  /** Thousandths of a crel for a countable click. */
  clickMillicrels: z.nullable(z.int()),
  leadCrels: z.nullable(z.int()),
  /** A fixed amount, or basis points of the sale (800 = 8 %). */
  sale: z.nullable(z.union([z.object({ crels: z.int() }), z.object({ bps: z.int() })])),
})
export type Reward = z.output<typeof reward>

export const brandCard = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** The two colours of its generated cover art, `#rrggbb`. */
  colors: z.object({ base: z.string(), glow: z.string() }),
  /** A square image; null: its letter is drawn in its colours. */
  logoURL: z.nullable(z.string()),
})
export type BrandCard = z.output<typeof brandCard>

/** How every answer names a campaign: its brand and its offer. */
export const campaignName = z.object({ id: z.string(), title: z.string(), brand: brandCard })

export const category = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string(),
  icon: z.string(),
  /** It has no campaign that runs, and is offered nowhere; its address still answers. */
  isRetired: z.boolean(),
  campaigns: z.int(),
})

/** What everyone sees of a campaign in a list. */
export const publicCard = z.object({
  id: z.string(),
  title: z.string(),
  summary: z.string(),
  /** The product, as buyers read it in previews and captions; never the reward. Null: the brand's name alone. */
  publicTitle: z.nullable(z.string()),
  brand: brandCard,
  category: z.object({ slug: z.string(), name: z.string(), icon: z.string() }),
  coverURL: z.nullable(z.string()),
  state: z.enum(campaignStates),
  reward,
  approval: z.enum(approvals),
  holdDays: z.int(),
  cookieDays: z.int(),
  /** The budget not yet promised to anyone, in crels, and its share in percent, rounded down. */
  budgetLeftCrels: crels,
  budgetLeftPercent: z.int(),
  members: z.int(),
  memberLimit: z.nullable(z.int()),
  countries: z.array(z.string()),
  requiredChannels: z.array(z.string()),
  joiningBonusPoints: z.int(),
  startsAt: time,
  endsAt: z.nullable(time),
  /** Started within the last 30 days. */
  isNew: z.boolean(),
})

export type PublicCard = z.output<typeof publicCard>

const myEnrolment = z.object({
  id: z.string(),
  state: z.enum(enrolmentStates),
  /** Why the brand declined or removed. */
  reason: z.nullable(z.string()),
  /** When a declined member may apply again. */
  reapplyAt: z.nullable(time),
  /** When the member left, withdrew or was removed; null while they are in it or on the way. */
  leftAt: z.nullable(time),
  link: z.nullable(z.object({ id: z.string(), code: z.string(), url: z.string() })),
  /** What I agreed to; the campaign may offer something else by now. */
  termsVersion: z.int(),
  reward,
  holdDays: z.int(),
  cookieDays: z.int(),
})

export const campaignCard = z.extend(publicCard, {
  enrolment: z.nullable(myEnrolment),
  /** What 100 countable clicks brought creators in the last 90 days, rounded down; null where too little happened. */
  earningsPer100ClicksCrels: z.nullable(z.int()),
})
export type CampaignCard = z.output<typeof campaignCard>
/** `searchedFor`: the words that were searched in place of `q`, where no campaign has one of those. */
export const campaignPage = z.extend(pageOf(campaignCard), { searchedFor: z.nullable(z.string()) })
export type CampaignPage = z.output<typeof campaignPage>

const detail = {
  /** Markdown. */
  terms: z.string(),
  termsVersion: z.int(),
  /** For buyers; the brand's tagline where the campaign has none of its own. Empty: neither. */
  publicDescription: z.string(),
  /** What to post with a link, each with its disclosure; at least one. */
  captions: z.array(z.string()),
  destinationHost: z.string(),
  perMemberCapCrels: z.nullable(crels),
  /** What became of results in the last 90 days (rules/campaign-trust.ts); null where too little happened to say. */
  trust: z.object({
    /** Of the leads and sales that were decided, in percent, rounded down. */
    approvalPercent: z.nullable(z.int()),
    /** From acceptance until the crels are available, the median, in hours, rounded up. */
    validationHours: z.nullable(z.int()),
    /** Thousandths of a crel earned for a countable click, less what was taken back. */
    earningsPerClickMillicrels: z.nullable(z.int()),
    /** Of what was earned, taken back by refunds, in percent, rounded up. */
    reversedPercent: z.nullable(z.int()),
    countedAt: z.nullable(time),
  }),
}
export const publicCampaign = z.extend(publicCard, detail)
export type PublicCampaign = z.output<typeof publicCampaign>

/** What joining needs, each met or not (rules/enrolment-state.ts). */
export const requirement = z.object({ key: z.string(), ok: z.boolean() })
export const campaign = z.extend(campaignCard, {
  ...detail,
  /** The operator suspended its brand: who has an enrolment sees it, as `paused` if it would run. */
  isBrandSuspended: z.boolean(),
  /**
   * Points for joining that I still get: what my application was promised, else what joining pays now; 0 once I was paid or am
   * in it.
   */
  bonusDuePoints: z.int(),
  requirements: z.array(requirement),
  canJoin: z.boolean(),
})
export type Campaign = z.output<typeof campaign>

export const categoryList = z.object({ items: z.array(category) })
export type CategoryList = z.output<typeof categoryList>

export const campaignSchemas = {
  listCampaigns: {
    summary:
      'Campaigns a member can see, with one’s own enrolment; `sort=new` lists those started within 30 days, `sort=for_me` those I could join, `sort=suggested` all with those first.',
    tag,
    query: z.object({ ...campaignFilters, ...pageQuery }),
    responses: { 200: campaignPage },
  },
  getCampaign: {
    summary: 'One campaign with its terms, what joining needs of me, and my enrolment.',
    tag,
    params,
    responses: { 200: campaign },
  },
  getPublicCampaign: {
    summary: 'What a visitor may see of a campaign.',
    tag,
    params,
    responses: { 200: publicCampaign },
  },
  listCategories: {
    summary: 'Categories with the number of campaigns open in each.',
    tag,
    responses: { 200: categoryList },
  },
} satisfies Record<string, EndpointSchemas>
