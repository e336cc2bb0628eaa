/**
 * What a site's economy should be, as a handful of numbers: the reference of the property test. Written from
 * docs/economy.md and not from the code; whole amounts are bigints, moments are milliseconds since 1970.
 */
export interface Model {
  now: number
  settings: Settings
  /** Crels for a dollar, in millionths. */
  rateMicros: bigint
  paused: boolean
  /** How often the exchange was paused. */
  pauses: number
  members: ModelMember[]
  sales: ModelSale[]
  redemptions: ModelRedemption[]
  shares: ModelShare[]
  /** The first and the last member are paid to at one place. */
  isOnePerson: boolean
  /** The machine was paused for so long that no moment is certain any more: nothing further is asked in this run. */
  stalled: boolean
}

export interface ModelMember {
  joinedAt: number
  left: boolean
  hasCompleteProfile: boolean
  /** Each holds until the next begins. */
  zones: { zone: string; from: number; askedAt: number | null }[]
  checkIns: { date: string; at: number }[]
  streak: number
  /** By month, `YYYY-MM`. */
  freezesUsed: Map<string, number>
  claimedMonths: Set<string>
  holderPrizes: number[]
  followed: Set<string>
  invitation: Invitation | null
  /** Friends paid by month. */
  friendsPaid: Map<string, number>
  lots: Lot[]
  spent: Spending[]
  pending: bigint
  /** Reserved crels included. */
  available: bigint
  reserved: bigint
  debt: bigint
  /** `available` after each change of it. */
  history: { at: number; crels: bigint }[]
  quotes: ModelQuote[]
  cancels: number[]
  /** Shares paid by date in UTC. */
  sharesPaid: Map<string, number>
  seasons: Set<string>
  /** Campaigns that were joined for their bonus, and whether the member is in. */
  bonuses: Map<number, boolean>
}

export interface Lot {
  expiresAt: number
  left: bigint
}

interface Spending {
  txnId: string
  parts: Lot[]
  undone: boolean
}

export interface Invitation {
  inviter: number
  state: 'waiting' | 'under_review' | 'paid' | 'refused' | 'ended'
  acceptedAt: number
  lookAgainAt: number
  isReleased: boolean
}

/** The campaign shared to a network on a day. */
export interface ModelShare {
  member: number
  network: string
  day: string
  code: string
  /** Different people who came by its link. */
  clicks: number
  closesAt: number
  lookAgainAt: number
  state: 'waiting' | 'paid' | 'ended'
}

export interface ModelSale {
  eventId: string
  member: number
  usdCents: bigint
  refundedCents: bigint
  wholeRefunded: boolean
  crels: bigint
  reversed: bigint
  unlocksAt: number
  unlocked: boolean
}

export interface ModelQuote {
  id: string
  crels: bigint
  usdCents: bigint
  expiresAt: number
  pauses: number
  used: boolean
}

export interface ModelRedemption {
  id: string
  member: number
  crels: bigint
  state: 'requested' | 'approved' | 'sending' | 'paid' | 'rejected' | 'failed' | 'cancelled' | 'returned'
  reference: string | null
  /** The provider has it; its state is unknown until a look-up. */
  accepted: boolean
  /** When the provider was asked. */
  sentAt: number | null
}

/** The settings that change while the model is tried, under the names an operator uses, and what they are at first. */
export const firstSettings = {
  'points.expireMonths': 12,
  'checkIn.basePoints': 10,
  'checkIn.stepPoints': 5,
  'checkIn.bonusPoints': 50,
  'checkIn.bonusEveryDays': 7,
  'checkIn.monthlyFreezes': 1,
  'monthlyClaim.tiers': [
    { checkIns: 5, points: 100 },
    { checkIns: 15, points: 200 },
    { checkIns: 25, points: 400 },
  ],
  'holderPrize.tiers': [
    { crels: 100, points: 20 },
    { crels: 1_000, points: 100 },
    { crels: 10_000, points: 500 },
  ],
  'friendInvitation.inviterPoints': 200,
  'friendInvitation.friendPoints': 100,
  'friendInvitation.checkIns': 7,
  'friendInvitation.paidMonthlyMax': 50,
  'redemption.netUsdCentsMin': 2_000,
  'socialShare.points': 30,
  'socialShare.uniqueClicks': 3,
  'socialShare.paidDailyMax': 3,
  // None are listed until an operator does.
  'socialFollow.platforms': ['youtube', 'mastodon'].map((platform) => ({
    platform,
    url: `https://${platform}.example/crels`,
  })),
}
export type Settings = typeof firstSettings

export const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** A member who has just come. */
export function newMember(now: number, hasCompleteProfile: boolean, zone: string | null): ModelMember {
  return {
    joinedAt: now,
    left: false,
    hasCompleteProfile,
    zones: zone ? [{ zone, from: -Infinity, askedAt: null }] : [],
    checkIns: [],
    streak: 0,
    freezesUsed: new Map(),
    claimedMonths: new Set(),
    holderPrizes: [],
    followed: new Set(),
    invitation: null,
    friendsPaid: new Map(),
    lots: [],
    spent: [],
    pending: 0n,
    available: 0n,
    reserved: 0n,
    debt: 0n,
    history: [{ at: -Infinity, crels: 0n }],
    quotes: [],
    cancels: [],
    sharesPaid: new Map(),
    seasons: new Set(),
    bonuses: new Map(),
  }
}

/** Points that can be spent. */
export function pointsOf({ lots }: ModelMember, now: number): bigint {
  return lots.reduce((sum, { expiresAt, left }) => (expiresAt > now ? sum + left : sum), 0n)
}

/** Points are earned: a lot that expires some months later, on the month's last day where it has no such day. */
export function earnPoints(
  { now, settings }: Pick<Model, 'now' | 'settings'>,
  { lots }: ModelMember,
  points: bigint,
): void {
  if (points === 0n) return
  const until = new Date(now)
  const day = until.getUTCDate()
  until.setUTCMonth(until.getUTCMonth() + settings['points.expireMonths'])
  // An overflow into the next month goes back to the last day of the one before.
  if (until.getUTCDate() !== day) until.setUTCDate(0)
  lots.push({ expiresAt: until.getTime(), left: points })
}

/** Spends points, those that expire soonest first; answers from which lots. */
export function spendPoints({ lots }: ModelMember, points: bigint, now: number): Lot[] {
  let rest = points
  const parts: Lot[] = []
  for (const lot of lots.toSorted((a, b) => a.expiresAt - b.expiresAt)) {
    if (lot.expiresAt <= now || rest === 0n || lot.left === 0n) continue
    const taken = lot.left < rest ? lot.left : rest
    lot.left -= taken
    rest -= taken
    parts.push({ expiresAt: lot.expiresAt, left: taken })
  }
  return parts
}

/** Crels become available, or cease to be. */
export function moveAvailable(member: ModelMember, crels: bigint, at: number): void {
  member.available += crels
  member.history.push({ at, crels: member.available })
}

/** A month in UTC. */
export function monthOf(at: number): string {
  const date = new Date(at)
  return `${date.getUTCFullYear()}-${String(date.getUTCMonth() + 1).padStart(2, '0')}`
}

/** When the next month in UTC begins. */
export function nextMonthAt(at: number): number {
  const date = new Date(at)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1)
}
