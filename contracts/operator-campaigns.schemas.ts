import * as z from 'zod/mini'
import { campaignStates, reward, slug } from './campaigns.schemas.ts'
import { campaignChanges, newCampaign } from './campaign-file.schemas.ts'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { isUndo, memberReason, pictureTypes, seenPicture, textUpTo, whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'
import { photoBytesMax } from './users.schemas.ts'
import { CAMPAIGN_ACTIONS } from '../rules/campaign-state.ts'

const tag = 'operator'
const params = z.object({ id: idSchema('campaign') })
const { perMemberCapCrels, memberLimit, countries } = campaignChanges.shape

/** What a reward costs, in US cents at the present rate, rounded down; null for what is not paid, or is a share. */
const rewardCost = z.object({
  per1000ClicksUsdCents: z.nullable(whole),
  leadUsdCents: z.nullable(whole),
  saleUsdCents: z.nullable(whole),
  saleBps: z.nullable(whole),
})

/** Crels, and what they are worth in US cents at the present rate, rounded down; null where that cannot be counted. */
const worth = z.object({ crels: whole, usdCents: z.nullable(whole) })

export const operatedCampaign = z.object({
  id: z.string(),
  title: z.string(),
  brand: z.object({ slug: z.string(), name: z.string(), isSuspended: z.boolean() }),
  category: z.object({ slug: z.string(), name: z.string() }),
  /** As of now, by time and budget too. */
  state: z.enum(campaignStates),
  reward,
  cost: rewardCost,
  /** What was put in less what was taken out again, what of it is paid or reserved, and what is left. */
  budget: worth,
  spent: worth,
  left: worth,
  members: whole,
  applicants: whole,
  memberLimit: z.nullable(whole),
  termsVersion: whole,
  startsAt: time,
  endsAt: z.nullable(time),
  createdAt: time,
})
export type OperatedCampaign = z.output<typeof operatedCampaign>
export const operatedCampaignPage = pageOf(operatedCampaign)

/** What a campaign offers, as its file says it. */
export const campaignOffer = z.object({
  category: z.string(),
  title: z.string(),
  summary: z.string(),
  publicTitle: z.nullable(z.string()),
  publicDescription: z.nullable(z.string()),
  captions: z.array(z.string()),
  /** Markdown. */
  terms: z.string(),
  coverUrl: z.nullable(z.string()),
  destinationUrl: z.string(),
  allowedHosts: z.array(z.string()),
  reward,
  holdDays: whole,
  cookieDays: whole,
  perMemberCapCrels: z.nullable(whole),
  memberLimit: z.nullable(whole),
  countries: z.array(z.string()),
  requiredChannels: z.array(z.string()),
  approval: z.enum(['open', 'application']),
  joiningBonusPoints: whole,
  startsAt: time,
  endsAt: z.nullable(time),
})
export type CampaignOffer = z.output<typeof campaignOffer>

export const operatedCampaignDetail = z.extend(operatedCampaign, {
  offer: campaignOffer,
  /** How often the offer was changed: an edit says which it saw. */
  revision: whole,
  /** Crels for one US dollar. */
  usdToCrels: z.string(),
  /** What was put into the budget and, with a minus, taken out of it, the newest first, 50 at most. */
  budgetChanges: z.array(z.object({ at: time, crels: z.int(), reference: z.string() })),
  /** Each state that was written, by people or by time and budget, oldest first. */
  states: z.array(z.object({ at: time, state: z.enum(campaignStates) })),
})
export type OperatedCampaignDetail = z.output<typeof operatedCampaignDetail>

/** Clicks, and the most that they can come to. */
const clicksWorth = z.extend(worth, { clicks: whole })

/** What a pause, an end or a budget touches. */
export const campaignReach = z.object({
  members: whole,
  applicants: whole,
  /** Links that answer. */
  links: whole,
  /** Links that follow the campaign to another address: those that answer and those that are off. */
  followingLinks: whole,
  left: worth,
  /** Of the budget, for sales and leads that are under review. */
  reserved: worth,
  /** Clicks that it may still pay and that nothing is reserved for: under review, and accepted but not paid yet. */
  unreservedClicks: z.object({ underReview: clicksWorth, accepted: clicksWorth }),
  /** The least that a reward takes: with less left, a campaign that runs is exhausted. */
  leastRewardCrels: whole,
})
export type CampaignReach = z.output<typeof campaignReach>

/** Whom another cap, member limit or list of countries touches: they count for everybody at once. */
export const campaignChangeReach = z.object({
  /** Members who have earned the new cap or more: they earn nothing from then on. */
  atCap: whole,
  /** Members who live elsewhere than in the new countries, or do not say where: they stay. */
  elsewhere: whole,
  /** Members and applicants beyond the new limit: they stay, and nobody joins. */
  overLimit: whole,
})
export type CampaignChangeReach = z.output<typeof campaignChangeReach>

/** The offer as a change left it; the first is the one it was made with, as far as the log goes back. */
export const campaignVersion = z.object({
  number: whole,
  at: time,
  /** Who made it; null where the log does not know. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  /** What is other than in the version before. */
  fields: z.array(z.string()),
  offer: campaignOffer,
  /** Its picture can be shown again: drawn art always, a file for a week after it was replaced. */
  isCoverAvailable: z.boolean(),
  /** Other campaigns that show its picture now, from which it goes too where it is erased; none of drawn art. */
  coverShownBy: z.array(z.object({ id: z.string(), title: z.string() })),
})
export type CampaignVersion = z.output<typeof campaignVersion>

/** What a campaign can be made of, and at which rates it is computed. */
export const campaignChoices = z.object({
  /** Crels for one US dollar. */
  usdToCrels: z.string(),
  /** Points for one crel, as the shop sells packs: the most that points become. */
  crelsPackPoints: whole,
  /** Those that are not suspended, by name. */
  brands: z.array(z.object({ slug: z.string(), name: z.string(), website: z.string() })),
  categories: z.array(z.object({ slug: z.string(), name: z.string() })),
})
export type CampaignChoices = z.output<typeof campaignChoices>

const pictureQuery = z.object({ reason: textUpTo(500), ...seenPicture })

export const operatorCampaignSchemas = {
  listOperatedCampaigns: {
    summary:
      'Campaigns, the newest first; `q` is in the title or the brand’s name. A state is the one that was written last, by people or within a minute by the job.',
    tag,
    query: z.object({
      q: z.optional(z.string().check(z.trim(), z.maxLength(120))),
      state: z.optional(z.enum(campaignStates)),
      brand: z.optional(slug),
      category: z.optional(slug),
      ...pageQuery,
    }),
    responses: { 200: operatedCampaignPage },
  },
  getCampaignChoices: {
    summary: 'Brands, categories and the rate, for a campaign that is being written.',
    tag,
    responses: { 200: campaignChoices },
  },
  drawCampaignPreview: {
    summary:
      'The member’s card or page of a campaign that is being written, as a page without scripts, links or tokens; nothing is changed.',
    tag,
    body: z.strictObject({
      campaign: newCampaign,
      budgetCrels: z.int().check(z.nonnegative(), z.maximum(1_000_000_000_000)),
      screen: z.enum(['card', 'page']),
    }),
    bodyLimit: 256 * 1024,
    errors: ['unavailable'],
    responses: { 200: z.object({ html: z.string() }) },
  },
  createOperatedCampaign: {
    summary: 'Makes a campaign, a draft without budget.',
    tag,
    body: newCampaign,
    bodyLimit: 256 * 1024,
    errors: ['conflict'],
    responses: { 201: operatedCampaignDetail },
  },
  editOperatedCampaign: {
    summary:
      'Changes what a campaign offers from now on; `seen` is the revision that the change is of. Who is in it keeps terms and reward until they agree to the new ones.',
    tag,
    params,
    body: z.strictObject({ changes: campaignChanges, reason: textUpTo(500), seen: whole }),
    bodyLimit: 256 * 1024,
    errors: ['conflict'],
    responses: { 200: operatedCampaignDetail },
  },
  putOperatedCampaignPicture: {
    summary:
      'A campaign’s picture: the image itself is the body. It is kept in 960 × 432 pixels. `seen` is the `coverUrl` that is replaced, empty for none.',
    tag,
    params,
    query: pictureQuery,
    bodyTypes: pictureTypes,
    bodyLimit: photoBytesMax,
    errors: ['conflict', 'image_unreadable', 'image_too_large'],
    responses: { 200: operatedCampaignDetail },
  },
  removeOperatedCampaignPicture: {
    summary: 'Draws the cover of a campaign again in place of its picture, which is the one that was `seen`.',
    tag,
    params,
    query: pictureQuery,
    errors: ['conflict'],
    responses: { 200: operatedCampaignDetail },
  },
  eraseOperatedCampaignPicture: {
    summary:
      'Has an uploaded picture gone within seconds, at its address too, and for good: one that the campaign shows, whose cover is drawn from then on, or one that it showed in the last week. It goes from every other campaign that shows it as well (`coverShownBy` of a version).',
    tag,
    params,
    body: z.strictObject({
      coverUrl: z.string().check(z.regex(/^\/files\/campaigns\/[0-9a-f]{32}\.webp$/)),
      reason: textUpTo(500),
    }),
    responses: { 200: operatedCampaignDetail },
  },
  getOperatedCampaign: {
    summary: 'A campaign as of now: its offer, budget and states.',
    tag,
    params,
    responses: { 200: operatedCampaignDetail },
  },
  previewCampaign: {
    summary:
      'What a pause, an end, a top-up or a reduction of the budget of a campaign touches; nothing is changed.',
    tag,
    params,
    responses: { 200: campaignReach },
  },
  previewCampaignChange: {
    summary:
      'Whom another cap, member limit or list of countries of a campaign would touch; nothing is changed.',
    tag,
    params,
    body: z.strictObject({ perMemberCapCrels, memberLimit, countries }),
    responses: { 200: campaignChangeReach },
  },
  listCampaignVersions: {
    summary: 'The offer of a campaign after each of its changes, the newest first, 50 at most.',
    tag,
    params,
    responses: { 200: z.object({ items: z.array(campaignVersion) }) },
  },
  moveOperatedCampaign: {
    summary:
      'Publishes, withdraws to a draft, pauses, resumes, ends or archives a campaign; with `seen` only at that revision.',
    tag,
    params,
    body: z.strictObject({
      action: z.enum(CAMPAIGN_ACTIONS),
      reason: z.optional(memberReason),
      seen: z.optional(whole),
      isUndo,
    }),
    errors: ['conflict'],
    responses: { 200: operatedCampaignDetail },
  },
  topUpOperatedCampaign: {
    summary: 'Puts crels into a budget, once for each reference: the payment behind it.',
    tag,
    params,
    body: z.strictObject({
      crels: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
      reference: textUpTo(120),
    }),
    errors: ['conflict'],
    responses: { 200: operatedCampaignDetail },
  },
  reduceOperatedCampaignBudget: {
    summary:
      'Takes crels out of a budget again that are neither paid nor reserved, once for each reference: the refund or correction behind it. `conflict` where that many are not free.',
    tag,
    params,
    body: z.strictObject({
      crels: z.int().check(z.minimum(1), z.maximum(1_000_000_000)),
      reference: textUpTo(120),
      reason: memberReason,
    }),
    errors: ['conflict'],
    responses: { 200: operatedCampaignDetail },
  },
  duplicateOperatedCampaign: {
    summary: 'Makes a draft with the offer of a campaign and no budget, to begin when it is published.',
    tag,
    params,
    body: z.strictObject({ title: textUpTo(120) }),
    responses: { 201: operatedCampaignDetail },
  },
} satisfies Record<string, EndpointSchemas>
