import type { ConversionAnswer, RefundAnswer, ConversionReport } from '#contracts/conversions.schemas.ts'
import type { Quote } from '#contracts/exchange.schemas.ts'
import type { PlacedOrder } from '#contracts/orders.schemas.ts'
import type { Redemption } from '#contracts/redemptions.schemas.ts'
import type { Reward } from '#rules/earning.ts'

/** A report that was answered. */
export interface AnsweredReport {
  report: ConversionReport
  answer: ConversionAnswer
  /** What the clicked campaign pays. */
  reward: Reward
}

/** A refund that was answered: of a whole conversion, or of cents of its sale. */
export interface AnsweredRefund {
  eventId: string
  usdCents: number | null
  answer: RefundAnswer
}

/** The answers the load got, kept outside the processes that are killed. */
export interface Journal {
  /** Ids of clicks that were answered with a redirect, in the order heard. */
  clicks: string[]
  reports: Map<string, AnsweredReport>
  refunds: AnsweredRefund[]
  /** Enrolments by id, and whether the last answer said the member is in. */
  enrolments: Map<string, boolean>
  /** E-mail addresses that were signed up, with the password. */
  accounts: Map<string, string>
  /** Cookies of sessions, and whether the last answer said they are open. */
  sessions: Map<string, boolean>
  /** Rewards that were granted. */
  grants: { email: string; program: string; points: number }[]
  quotes: Map<string, Quote>
  /** Redemptions by their quote, in the state of the last answer. */
  redemptions: Map<string, Redemption>
  /** Orders by their id, in the state of the last answer. */
  orders: Map<string, PlacedOrder>
  /** What was asked for and not answered yet, by a name of its own: it may be carried out or not. */
  underWay: Set<string>
  /** Requests whose answer never came whole: visits, which are not repeated, and all others, which are. */
  lostVisits: number
  lostOthers: number
  /** Whether a redirect may go on without its click, after a full disk had it wait too long; and how many did. */
  mayForgo: boolean
  forgone: number
  /** Answers `503`: it said that it could not. */
  unavailable: number
  /** Answers `429`, where the site limits: somebody asked too often. */
  limited: number
  /** What no client of a healthy site should meet. */
  surprises: string[]
}

/** A journal with nothing in it. */
export function emptyJournal(): Journal {
  return {
    clicks: [],
    reports: new Map(),
    refunds: [],
    enrolments: new Map(),
    accounts: new Map(),
    sessions: new Map(),
    grants: [],
    quotes: new Map(),
    redemptions: new Map(),
    orders: new Map(),
    underWay: new Set(),
    lostVisits: 0,
    lostOthers: 0,
    mayForgo: false,
    forgone: 0,
    unavailable: 0,
    limited: 0,
    surprises: [],
  }
}
