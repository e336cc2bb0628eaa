import * as z from 'zod/mini'
import { brandQuestion } from './operator-brand-questions.schemas.ts'
import { REVIEW_KINDS } from './operator-reviews.constants.ts'
import { alikeMember, namedCampaign, namedMember, whole } from './operator-shapes.ts'
import { pageOf, time } from './shapes.ts'

const kind = z.enum(REVIEW_KINDS)
/** Why a report is rejected or an invitation refused, in snake_case: `not_genuine`. */
export const reasonCode = z.string().check(z.regex(/^[a-z_]{1,60}$/))

export const review = z.object({
  kind,
  /** Of the conversion, the review of clicks, the shared link, or the friend who was invited. */
  id: z.string(),
  /** Why it waits, in snake_case. */
  reason: z.string(),
  createdAt: time,
  member: namedMember,
  campaign: z.nullable(namedCampaign),
  /** The brand's own id of the order, of a conversion. */
  eventId: z.nullable(z.string()),
  /** What the member would earn; 0 where it is points. */
  crels: whole,
  /** What is paid in points at most, by the settings in force: of a share to its member, of an invitation to both. */
  points: whole,
  /** Of a sale, what was paid at the brand. */
  saleUsdCents: z.nullable(whole),
  /** Clicks, or visitors of a share. */
  count: z.nullable(whole),
  /** Who invited the friend. */
  inviter: z.nullable(namedMember),
  /** What the member says about it. */
  appeal: z.nullable(z.string()),
  /** Of a conversion: what its brand was asked about it, the newest first. */
  questions: z.array(brandQuestion),
  /** False of one that was decided, or waits no more for another reason: such a one is read by its id alone. */
  isUnderReview: z.boolean(),
})
export type Review = z.output<typeof review>
export const reviewPage = pageOf(review)
export type ReviewPage = z.output<typeof reviewPage>

export const reviewGroup = z.object({
  reason: z.string(),
  /** Whose they are; of invitations who invited the friends. */
  member: namedMember,
  count: whole,
  crels: whole,
  /** All of them together. */
  points: whole,
  usdCents: whole,
  oldestAt: time,
})
export type ReviewGroup = z.output<typeof reviewGroup>

/** What a member’s conversions came to so far, and how they stand. */
const memberStanding = z.object({
  accepted: whole,
  rejected: whole,
  accountAgeDays: z.nullable(whole),
  debtCrels: whole,
})
export type MemberStanding = z.output<typeof memberStanding>

/** Of hosting providers, mobile carriers, whose customers share addresses, or others. */
const networkKind = z.enum(['hosting', 'mobile', 'other'])

export const conversionReview = z.extend(review, {
  status: z.enum(['accepted', 'under_review', 'rejected']),
  type: z.enum(['lead', 'sale']),
  amount: z.nullable(z.object({ currency: z.string(), minor: whole })),
  /** From the click to what the member said of it, the first first. */
  timeline: z.array(
    z.object({
      at: time,
      what: z.enum(['click', 'sale', 'report', 'appeal', 'decision']),
      /** Of a click: country, device and where it came from. */
      detail: z.nullable(z.string()),
    }),
  ),
  signals: z.object({
    /** Between the click and the sale; null where the click is not kept any more. */
    secondsAfterClick: z.nullable(z.int()),
    /** The click came from a browser that the member used on that day. */
    isOwnDevice: z.boolean(),
    /** Other conversions of the member from the same visitor. */
    sameVisitor: whole,
    /** Other members who are, or were, paid to the same place. */
    sharedDestination: whole,
    /**
     * The network of the click, and how many more of that day’s paid visitors of the member came from it; null where it
     * is not kept, as of campaigns that pay no clicks.
     */
    network: z.nullable(z.object({ kind: networkKind, others: whole })),
  }),
  /** Members who share a device or a payout destination with the member: ten at most. */
  alike: z.array(alikeMember),
  member360: memberStanding,
})
export type ConversionReview = z.output<typeof conversionReview>

/** Clicks of a place, such as a country. */
const clicksOf = z.array(z.object({ value: z.string(), clicks: whole }))

const reviewState = z.enum(['under_review', 'accepted', 'rejected'])

/** Clicks under review that would be paid together. */
export const clickReview = z.extend(review, {
  state: reviewState,
  timeline: z.array(
    z.object({
      at: time,
      what: z.enum(['first_click', 'busiest_minute', 'last_click', 'review', 'decision']),
      /** Of a minute: how many clicks; of a decision: by whom. */
      detail: z.nullable(z.string()),
    }),
  ),
  /** Networks of that day they came from, the most clicks first: ten at most. */
  networks: z.array(z.object({ kind: networkKind, clicks: whole, addresses: whole })),
  signals: z.object({
    /** Clicks by networks of hosting providers. */
    hosting: whole,
    /** How many networks there are; 0 where none is kept. */
    networks: whole,
    /** Clicks from a browser that the member used on that day or the day before. */
    ownDevice: whole,
  }),
  /** Where the first 500 came from, the most clicks first: five at most. */
  countries: clicksOf,
  devices: clicksOf,
  referrers: clicksOf,
  alike: z.array(alikeMember),
  member360: memberStanding,
})
export type ClickReview = z.output<typeof clickReview>

/** Visitors of a place, such as a country. */
const visitorsOf = z.array(z.object({ value: z.string(), visitors: whole }))
/** What was under review of one kind. */
const pastReviews = z.object({ underReview: whole, accepted: whole, rejected: whole })

/** A share under review: its link, who came by it and how much they look alike, and how the member's others went. */
export const shareReview = z.extend(review, {
  state: reviewState,
  /** Where it was shared to, and its link, which counts visitors until `closesAt`. */
  network: z.string(),
  url: z.string(),
  sharedAt: time,
  closesAt: time,
  /** How many different visitors it takes. */
  visitorsNeeded: whole,
  timeline: z.array(
    z.object({
      at: time,
      what: z.enum([
        'shared',
        'first_visitor',
        'busiest_minute',
        'last_visitor',
        'closed',
        'review',
        'decision',
      ]),
      /** Of a minute: how many visitors; of a decision: by whom. */
      detail: z.nullable(z.string()),
    }),
  ),
  visitors: z.object({
    /** Who came, at most 5,000; without those of a browser that the member uses, which are `own`. */
    all: whole,
    own: whole,
    /** Who count as different people by now, and who look like one of them. */
    counted: whole,
    alike: whole,
    /** By an address at which the member used the site that day: their other devices, or others there. */
    ownNetwork: whole,
    /** By addresses of hosting providers, and of how many different addresses and networks all of them are. */
    hosting: whole,
    addresses: whole,
    networks: whole,
  }),
  /** Networks of a day they came from, the most visitors first: ten at most. */
  networks: z.array(z.object({ kind: networkKind, visitors: whole, addresses: whole })),
  /** Where they came from, each counted once a day, the most first: five at most. */
  countries: visitorsOf,
  devices: visitorsOf,
  referrers: visitorsOf,
  /** What else of the member was under review: other shares, clicks, and conversions. */
  others: z.object({ shares: pastReviews, clicks: pastReviews, conversions: pastReviews }),
  alike: z.array(alikeMember),
  member360: memberStanding,
})
export type ShareReview = z.output<typeof shareReview>

/** An invitation under review: what connects the two, and how the inviter’s others went. */
export const invitationReview = z.object({
  /** As the list has it. */
  review,
  friendUid: z.string(),
  timeline: z.array(
    z.object({
      at: time,
      what: z.enum(['inviter_joined', 'friend_joined', 'accepted', 'campaign', 'review']),
      detail: z.nullable(z.string()),
    }),
  ),
  signals: z.object({
    /** Browsers, each of a day and network, that both used. */
    sharedDevices: whole,
    /** When that was last. */
    lastSharedOn: z.nullable(z.string()),
    isSharedDestination: z.boolean(),
  }),
  inviter: z.object({
    invited: whole,
    paid: whole,
    unpaid: whole,
    /** Other friends whom a device is shared with. */
    onSameDevice: whole,
  }),
  /** Members who share a device or a payout destination with the friend, the inviter among them. */
  alike: z.array(alikeMember),
  member360: memberStanding,
})
export type InvitationReview = z.output<typeof invitationReview>
