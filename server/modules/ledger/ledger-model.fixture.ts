import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db, Tx } from '#server/platform/database.ts'
import {
  campaignBudget,
  houseIssued,
  housePoints,
  memberAvailable,
  memberDebt,
  memberPending,
  memberPoints,
  newParty,
  type AccountRef,
  type Line,
} from './accounts.ts'
import { inAYear } from '#testing/points.ts'
import type { Posted } from './post.ts'

/** What the ledger should be, as a handful of bigints: the reference of the property test. */
export interface Model {
  slots: Slot[]
  holds: { id: string; slot: number; left: bigint; open: boolean }[]
  txns: PastTxn[]
}

interface Slot {
  ref: AccountRef
  posted: bigint
  reserved: bigint
  floor: bigint | null
  ceiling: bigint | null
}

/** An amount on one of the model's accounts. */
export interface Delta {
  slot: number
  amount: bigint
}

interface PastTxn {
  id: string
  lines: Delta[]
  reversed: boolean
  isReversal: boolean
  /** Makes the same call again. */
  repeat(tx: Tx): Promise<Posted>
}

/** Slots of one asset, between which lines are drawn. */
export const crelSlots = [0, 1, 2, 3, 4, 5, 6]
export const pointSlots = [7, 8, 9]

/** Slots whose amounts can be reserved. */
export const holdableSlots = [1, 2, 3, 4]

/** Fresh accounts, so that runs do not see each other; the house is shared and has no floor. */
export function newModel(): Model {
  const [a, b] = [newParty(), newParty()]
  const slot = (ref: AccountRef, floor: bigint | null = 0n, ceiling: bigint | null = null): Slot => {
    return { ref, posted: 0n, reserved: 0n, floor, ceiling }
  }
  return {
    slots: [
      slot(houseIssued, null),
      slot(campaignBudget(`cmp_${randomUUID()}`)),
      slot(memberPending(a)),
      slot(memberAvailable(a)),
      slot(memberAvailable(b)),
      slot(memberPending(b)),
      slot(memberDebt(a), null, 0n),
      slot(housePoints, null),
      slot(memberPoints(a)),
      slot(memberPoints(b)),
    ],
    holds: [],
    txns: [],
  }
}

/** Whether the reference allows the lines, with `captured` units of a slot's hold freed by them. */
export function allows(model: Model, lines: Delta[], capture?: { slot: number; captured: bigint }): boolean {
  const balancesAllow = model.slots.every((slot, index) => {
    const own = lines.filter((line) => line.slot === index)
    if (own.length === 0) return true
    const posted = slot.posted + own.reduce((sum, line) => sum + line.amount, 0n)
    const reserved = slot.reserved - (capture?.slot === index ? capture.captured : 0n)
    return (
      (slot.floor === null || posted - reserved >= slot.floor) &&
      (slot.ceiling === null || posted <= slot.ceiling)
    )
  })
  return balancesAllow && lotsAllow(model, lines)
}

/** A debit of points takes from the lots there are by then: a credit in a later line comes too late. */
function lotsAllow(model: Model, lines: Delta[]): boolean {
  const left = new Map(model.slots.map((slot, index) => [index, slot.posted]))
  return lines.every(({ slot, amount }) => {
    left.set(slot, left.get(slot)! + amount)
    return model.slots[slot]!.ref.code !== 'member.points' || left.get(slot)! >= 0n
  })
}

/** Moves the reference. */
export function apply(model: Model, lines: Delta[]): void {
  for (const { slot, amount } of lines) model.slots[slot]!.posted += amount
}

/** The reference's deltas as the ledger's lines. */
export function toLines(model: Model, deltas: Delta[]): Line[] {
  return deltas.map(({ slot, amount }) => {
    const { ref } = model.slots[slot]!
    const line = { ...ref, amount: Number(amount) }
    return ref.code === 'member.points' && amount > 0n ? { ...line, expiresAt: inAYear() } : line
  })
}

/** Expects every account of the model to be in the database as it is in the reference. */
export async function expectAgreement(model: Model, db: Db): Promise<void> {
  const own = model.slots.filter((slot) => slot.ref.party !== 'house')
  const { rows } = await sql<{ party: string; code: string; posted: number; reserved: number }>`
    select party, code, posted, reserved from account where party = any (${own.map((slot) => slot.ref.party)})
  `.execute(db)
  for (const { ref, posted, reserved } of own) {
    const row = rows.find(({ party, code }) => party === ref.party && code === ref.code)
    expect([ref.code, row?.posted ?? 0, row?.reserved ?? 0]).toEqual([
      ref.code,
      Number(posted),
      Number(reserved),
    ])
  }
}
