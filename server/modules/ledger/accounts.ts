import { randomUUID } from 'node:crypto'

/** CREL and PTS are whole units, USD is cents. */
export type Asset = 'CREL' | 'PTS' | 'USD'

/** The chart of accounts; floors and stripes are rows of the table `account_code`. */
export type AccountCode =
  | 'house.issued'
  | 'house.promotion'
  | 'house.fee'
  | 'house.payout'
  | 'house.points'
  | 'campaign.budget'
  | 'member.pending'
  | 'member.available'
  | 'member.debt'
  | 'member.points'

/** Names an account; the ledger opens it with its first entry. */
export interface AccountRef {
  party: string
  code: AccountCode
  asset: Asset
}

/** One side of a transaction: a signed amount in whole units (cents for USD), credit positive. */
export interface Line extends AccountRef {
  amount: number
  /** A credit of points only, which is refused without it: when they expire. */
  expiresAt?: Date
  /** A debit of points only: the one lot to take from; soonest to expire first unless given. */
  lot?: number
}

/** A new party: random, not ordered by time, so that it reveals nothing about the member behind it. */
export function newParty(): string {
  return `pty_${randomUUID().replaceAll('-', '')}`
}

/** Crels ever put into circulation, as a negative balance. */
export const houseIssued: AccountRef = { party: 'house', code: 'house.issued', asset: 'CREL' }

/** Dollars the house owes or took as fees for crels it took in, as a negative balance in cents. */
export const houseIssuedUsd: AccountRef = { party: 'house', code: 'house.issued', asset: 'USD' }

/** Crels the house gives away itself. */
export const housePromotion: AccountRef = { party: 'house', code: 'house.promotion', asset: 'CREL' }

/** Points ever granted less points spent or expired, as a negative balance. */
export const housePoints: AccountRef = { party: 'house', code: 'house.points', asset: 'PTS' }

/** Fees the house kept. */
export function houseFee(asset: 'CREL' | 'USD'): AccountRef {
  return { party: 'house', code: 'house.fee', asset }
}

/** Crels taken in for redemptions, dollars paid out. */
export function housePayout(asset: 'CREL' | 'USD'): AccountRef {
  return { party: 'house', code: 'house.payout', asset }
}

/** What is left of a campaign's budget, in crels. */
export function campaignBudget(campaignId: string): AccountRef {
  return { party: campaignId, code: 'campaign.budget', asset: 'CREL' }
}

/** Crels earned and not yet unlocked. */
export function memberPending(party: string): AccountRef {
  return { party, code: 'member.pending', asset: 'CREL' }
}

/** Crels the member may redeem or spend, including those reserved. */
export function memberAvailable(party: string): AccountRef {
  return { party, code: 'member.available', asset: 'CREL' }
}

/** Crels reversed after they were paid, as a negative balance. */
export function memberDebt(party: string): AccountRef {
  return { party, code: 'member.debt', asset: 'CREL' }
}

/** The member's points; every credit is a lot that expires. */
export function memberPoints(party: string): AccountRef {
  return { party, code: 'member.points', asset: 'PTS' }
}

/** The two lines that move a positive amount from one account to another of the same asset. */
export function move(from: AccountRef, to: AccountRef, amount: number): [Line, Line] {
  return [
    { ...from, amount: -amount },
    { ...to, amount },
  ]
}
