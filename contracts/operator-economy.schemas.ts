import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { isUndo, textUpTo, whole } from './operator-shapes.ts'
import { PAUSABLE_FEATURES } from './operator-home.constants.ts'
import { pageQuery } from './paging.ts'
import { pageOf, time } from './shapes.ts'

const tag = 'operator'
const reason = textUpTo(500)
const path = z.string().check(z.regex(/^[a-zA-Z]{1,40}\.[a-zA-Z]{1,40}$/))

const setting = z.object({
  /** Its place, such as `checkIn.basePoints`. */
  path,
  /** What it is, in a sentence. */
  meaning: z.string(),
  /** A whole number, or a list. */
  value: z.unknown(),
  /** What it is on a site whose operator set nothing. */
  initial: z.unknown(),
  /** The least and the most that a number may be; null for a list. */
  bounds: z.nullable(z.tuple([z.int(), z.int()])),
})
export type EconomySetting = z.output<typeof setting>

const version = z.object({
  /** 0 is what a site has whose operator set nothing. */
  version: whole,
  author: z.string(),
  reason: z.string(),
  setAt: z.nullable(time),
})

const change = z.object({ path, before: z.unknown(), after: z.unknown() })

const economy = z.extend(version, { settings: z.array(setting) })
export type OperatedEconomy = z.output<typeof economy>

const economyVersion = z.extend(version, { changes: z.array(change) })
export type EconomyVersionView = z.output<typeof economyVersion>

const platforms = z.object({
  /** Of the settings in force; a new list is asked for on top of it, as `socialFollow.platforms`. */
  version: whole,
  /** For following on one of them, once. */
  points: whole,
  /** Active members, who each can follow. */
  members: whole,
  /** In their order. */
  items: z.array(
    z.object({
      platform: z.string(),
      /** Null: nobody can follow there, and nothing is paid. */
      url: z.nullable(z.string()),
      /** How many have followed there. */
      followed: whole,
    }),
  ),
  /** Those on which some followed, and which are not listed any more. */
  left: z.array(z.object({ platform: z.string(), followed: whole })),
})
export type OperatedPlatforms = z.output<typeof platforms>

const settings = z.array(z.object({ path, value: z.unknown() })).check(z.minLength(1), z.maxLength(100))

/** Points by reward. */
const points = z.object({
  dailyCheckIn: whole,
  monthlyClaim: whole,
  holderPrize: whole,
  friendInvitation: whole,
  socialFollow: whole,
  socialShare: whole,
  seasonPrize: whole,
  total: whole,
})
const cost = z.object({ points, usdCents: whole })

const worth = z.object({ count: whole, usdCents: whole })

/** Whom age and country refuse a payout: by profile, and by tax form while forms are asked for. */
const refusedByTerms = z.object({
  /** Active members, and the crels that they have, available and pending. */
  members: whole,
  /** Other active members with a bank account in a blocked country, to which nothing is paid. */
  accountMembers: whole,
  crels: whole,
  /** Null where it were more than can be counted. */
  usdCents: z.nullable(whole),
  /** Those that wait for approval or payment, and would be refused there. */
  redemptions: worth,
})

/** Active members who owe nothing and have enough available crels for the minimum payout. */
const enoughForPayout = z.object({
  members: whole,
  crels: whole,
  /** Null where it were more than can be counted. */
  usdCents: z.nullable(whole),
})

/** Active members whose payouts are frozen, since their account changed. */
const frozenPayouts = z.object({
  members: whole,
  /** What they have, available and pending. */
  crels: whole,
  /** Null where it were more than can be counted. */
  usdCents: z.nullable(whole),
  /** Those that wait for approval or payment. */
  redemptions: worth,
})

/** Active members who have cancelled as many redemptions as they may, and can cancel no other for now. */
const atCancelLimit = z.object({
  members: whole,
  /** Those of theirs that are requested, which they could cancel otherwise. */
  redemptions: worth,
})

/** Who is asked for a tax form, among members who were paid in this calendar year (UTC) or are about to be. */
const askedForTaxForm = z.object({
  /** Who have no form that counts, and need one for their next payout. */
  members: whole,
  /** Those that wait, and would not be sent without a form. */
  redemptions: worth,
  /** Whether everybody else needs one, too: the minimum payout comes to the threshold. */
  isFromFirst: z.boolean(),
})

/** What a change of settings makes of who is paid; null of what stays as it is. */
const payoutEffects = z.object({
  who: z.nullable(
    z.object({
      before: refusedByTerms,
      after: refusedByTerms,
      /** Active members who have said no birthday or no country: they are asked before their first payout. */
      unknown: whole,
      /** False where not every tax form and bank account could be opened in time: there may be more than are counted. */
      isWhole: z.boolean(),
    }),
  ),
  minimum: z.nullable(z.object({ before: enoughForPayout, after: enoughForPayout })),
  /** Right after the change: a freeze is as long as was said when the account changed, or as is said now. */
  frozen: z.nullable(z.object({ before: frozenPayouts, after: frozenPayouts })),
  /** Right after the change: what was cancelled before it counts by either limit. */
  cancels: z.nullable(
    z.object({
      before: atCancelLimit,
      after: atCancelLimit,
      /** Who can cancel by the settings in force, and cannot by the others. */
      newlyMembers: whole,
    }),
  ),
  taxForms: z.nullable(z.object({ before: askedForTaxForm, after: askedForTaxForm })),
  /** Forms of members who left, which keep the last day they have. */
  keptForms: z.nullable(whole),
})
export type PayoutEffects = z.output<typeof payoutEffects>

/** What a change of settings makes of who may buy no more of something; null of what stays as it is. */
const limitEffects = z.object({
  /** Members who hold as many bought freezes as they may, and one at least: they keep them, and can buy no other. */
  freezes: z.nullable(z.object({ before: whole, after: whole })),
})
export type LimitEffects = z.output<typeof limitEffects>

const simulation = z.object({
  /** Of the settings in force; a new version is asked for on top of it. */
  basedOn: whole,
  changes: z.array(change),
  /** What members did in the last so many days, paid by the settings in force and by the others. */
  replay: z.object({
    days: whole,
    /** What they were really granted in these days, of the rewards that are replayed. */
    grantedPoints: whole,
    before: cost,
    after: cost,
  }),
  /** A month of 1,000 members who do what is assumed of them, which is what a site without a month of its own has. */
  thousand: z.object({ before: cost, after: cost }),
  payouts: payoutEffects,
  limits: limitEffects,
  /** What a point is taken to be worth: as many buy one crel, at this rate. */
  worth: z.object({ pointsBefore: whole, pointsAfter: whole, usdToCrels: z.string() }),
})
export type Simulation = z.output<typeof simulation>

const rate = z.object({
  id: whole,
  usdToCrels: z.string(),
  author: z.string(),
  reason: z.string(),
  setAt: time,
})
export type RateView = z.output<typeof rate>

const held = z.object({
  count: whole,
  /** What they pay together; null for who may not read of money. */
  usdCents: z.nullable(whole),
  /** When this was counted; null of what was counted just now. Long queues are counted at most once a minute. */
  countedAt: z.nullable(time),
})

const pause = z.object({
  feature: z.enum(PAUSABLE_FEATURES),
  isPaused: z.boolean(),
  /** The last turn of the switch; null for one that was never turned. */
  last: z.nullable(z.object({ author: z.string(), reason: z.string(), at: time })),
  /**
   * How often it was used in the last seven days: quotes, redemptions, members or links that were made, payouts that
   * arrived.
   */
  usedIn7Days: whole,
  /** What a pause of payouts has wait, or would: approved payouts in no run, and open payout runs; null of all else. */
  holds: z.nullable(z.object({ payouts: held, payoutRuns: held })),
})
export type PauseView = z.output<typeof pause>

const turn = (summary: string) => ({
  summary,
  tag,
  body: z.object({ reason, isUndo }),
  errors: ['conflict' as const],
  responses: { 200: pause },
})

export const operatorEconomySchemas = {
  getOperatedEconomy: {
    summary: 'The settings in force, with what each is and may be.',
    tag,
    responses: { 200: economy },
  },
  listEconomyVersions: {
    summary: 'Every version of the settings with what it changed, the newest first.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: pageOf(economyVersion) },
  },
  listPlatforms: {
    summary: 'The platforms to follow the site on, with how many members did.',
    tag,
    responses: { 200: platforms },
  },
  simulateEconomy: {
    summary:
      'What other settings would have cost in the last 30 days and for 1,000 members, and whom they would pay; nothing is changed.',
    tag,
    body: z.object({ settings }),
    ratePerMinute: 60,
    responses: { 200: simulation },
  },
  addEconomyVersion: {
    summary: 'Sets settings for what comes after; `conflict` where another version came in between.',
    tag,
    body: z.object({ basedOn: whole, settings, reason }),
    responses: { 200: economyVersion },
  },
  listRates: {
    summary: 'Every rate with who set it and why, the newest first.',
    tag,
    query: z.object(pageQuery),
    responses: { 200: pageOf(rate) },
  },
  listPauses: {
    summary: 'What can be paused, and since when, by whom and why it is.',
    tag,
    responses: { 200: z.object({ items: z.array(pause) }) },
  },
  pauseExchange: turn('Pauses the exchange: every quote is void, and there is no redemption.'),
  resumeExchange: turn('Opens the exchange again.'),
  pauseRedemptions: turn('Pauses requests for payouts; those that were made go on.'),
  resumeRedemptions: turn('Lets members ask for payouts again.'),
  pausePayouts: turn(
    'Lets no payout leave: nothing approved is sent, no payment file is made or handed out, no destination opened.',
  ),
  resumePayouts: turn('Lets what is approved be paid again.'),
  pauseSignUps: turn('Lets nobody new in; members sign in as before.'),
  resumeSignUps: turn('Lets people sign up again.'),
  pauseLinkCreation: turn('Pauses the making of short links; those that there are redirect as before.'),
  resumeLinkCreation: turn('Lets members make links again.'),
} satisfies Record<string, EndpointSchemas>
