import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { Line } from './accounts.ts'
import { LedgerError, namingRefusals } from './ledger-error.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'

export interface PostInput {
  /** What happened, for statements: `earning_pending`. */
  kind: string
  /** With `idem` the fact's identity: one fact is posted once, forever. */
  scope: string
  idem: string
  /** At least two, summing to zero in every asset. */
  lines: Line[]
  /** Domain time of the fact; the database's `crels_now()` unless given. */
  effectiveAt?: Date
  /**
   * What must be equal for a repetition to be the same request; kind and lines unless given. Give it where a
   * repetition may compute other lines, say at another rate.
   */
  requestHash?: string
}

export interface Posted {
  txnId: string
  /** True when the same request was posted before; nothing moved now. */
  replayed: boolean
}

/**
 * Posts one transaction. Refuses with `insufficient_funds`, `idempotency_mismatch`, `account_closed`,
 * `unbalanced` or `invalid_lines`; the database transaction is aborted then.
 */
export async function post(tx: Tx, input: PostInput): Promise<Posted> {
  return await callPost(tx, input, null)
}

/** Posts with an open hold captured by its account's debit, or without one; shared with `captureHold`. */
export async function callPost(tx: Tx, input: PostInput, holdId: string | null): Promise<Posted> {
  const { kind, scope, idem, lines, effectiveAt } = input
  requireExact(lines)
  const hash = input.requestHash ?? hashOf({ kind, lines: lines.map(fingerprint), holdId })
  const { rows } = await namingRefusals(() =>
    sql<Posted>`
      select posted_id as "txnId", replayed
      from ledger_post(${kind}, ${scope}, ${idem}, ${hash}, ${effectiveAt ?? null}, ${JSON.stringify(lines)}, ${holdId}) ${keepsPlan}`.execute(
      tx,
    ),
  )
  return rows[0]!
}

/** SHA-256 in hexadecimal over a value's JSON; the caller fixes the order of its members. */
export function hashOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('hex')
}

/** Fractions and unsafe integers would reach the database as other numbers. */
export function requireExact(lines: { amount: number }[]): void {
  const wrong = lines.find((line) => !Number.isSafeInteger(line.amount) || line.amount === 0)
  if (wrong) throw new LedgerError('invalid_lines', `${wrong.amount} is not a whole amount other than zero`)
}

function fingerprint(line: Line) {
  return [line.party, line.code, line.asset, line.amount, line.expiresAt?.toISOString(), line.lot]
}
