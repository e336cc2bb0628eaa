import { sql, type RawBuilder } from 'kysely'
import { authorOf, operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { locked } from './approve-redemption.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import { isPaymentThatCameBack } from './paid-after-return.ts'
import type { PayoutOutcome } from './payout-provider.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/** A payout that its provider says became something else than what is written down. */
export interface PayoutMismatch {
  redemptionId: string
  /** What is written down. */
  state: RedemptionState
  usdCents: number
  /**
   * What the provider says: it was paid after it had failed or come back here, came back (`failed`) after it was paid, or
   * another attempt of it in a payout run was paid as well (`twice`).
   */
  said: 'paid' | 'failed' | 'twice'
  /** The provider's name of the payment, or why it came back. */
  detail: string
  /**
   * Of a payment of a payout run that was paid twice, or paid after it was given up or came back: the attempt that was. Else
   * null, as in rows from before migration 0127.
   */
  attempt: number | null
  saidAt: Date
}

/**
 * In a query: whether what is said again of a mismatch `x` was settled with it. With a day it was if that is not after the
 * settlement, a day later at most by how banks date a payment. Without, for seven days: PayPal repeats a report for three,
 * and one that is older than seven is not asked about (`paypal-reports.ts`).
 */
export const isRepetition = (on: string | null) =>
  on === null
    ? sql<boolean>`x.settled_at > crels_now() - interval '7 days'`
    : sql<boolean>`x.settled_at >= ${on}::date - interval '1 day'`

/** Whether a provider says otherwise of the redemption of this id than its state, and it is not settled. */
export const isMismatched = (id: RawBuilder<unknown>) =>
  sql<boolean>`${id} in (select redemption_id from payout_mismatch where settled_at is null)`

/** In a query: whether a mismatch `x` that says that a payment came back was said before the attempt that counts now was kept. */
const isOfAttemptBefore = sql`(x.said = 'failed' and exists (
  select from payout p join payout_mismatch k on k.redemption_id = p.redemption_id and k.attempt = p.paid_attempt
  where p.redemption_id = x.redemption_id and p.state <> 'left_out'
    and k.said = 'twice' and k.settled_as = 'kept' and k.settled_at > x.said_at))`

/** What is said of a payout; of a payment of a run that was paid, of which attempt. */
type SaidOutcome = PayoutOutcome & { attempt?: number }

/**
 * Keeps what a provider says against a payout that is settled otherwise, once, for a person to settle: the redemption
 * stays as it is, since its crels went another way by now. Each attempt that was paid after all is a payment of its own;
 * what is said to be paid after it came back is kept where it is not that payment (`isPaymentThatCameBack`).
 *
 * What a person has settled is settled while the provider may repeat it (`isRepetition`); said in other words or later it
 * happened again, and waits again. So does the return of an attempt
 * that was kept and counts since: what was settled before was of another. Anything else changes nothing. Answers whether
 * something said of it waits now.
 */
export async function recordMismatch(
  tx: Tx,
  row: Pick<RedemptionRow, 'id' | 'state' | 'uid' | 'party' | 'provider'>,
  outcome: SaidOutcome,
  on: string | null = null,
): Promise<boolean> {
  const { id } = row
  const detail = await saidOtherwise(tx, row, outcome, on)
  if (detail === undefined) return false
  const attempt = outcome.attempt ?? null
  // Rows from before migration 0127 name no attempt.
  await sql`
    insert into payout_mismatch (redemption_id, said, detail, attempt)
    select ${id}, ${outcome.state}, ${detail}, ${attempt}
    where not exists (
      select from payout_mismatch x where x.redemption_id = ${id} and x.said = ${outcome.state}
        and (x.attempt is not distinct from ${attempt} or (x.attempt is null and x.detail = ${detail}))
        and (x.settled_at is null
          or (x.detail = ${detail} and not ${isOfAttemptBefore} and ${isRepetition(on)})))
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from payout_mismatch where redemption_id = ${id} and said = ${outcome.state} and settled_at is null
      and (attempt is not distinct from ${attempt} or (attempt is null and detail = ${detail}))`.execute(tx)
  return rows.length > 0
}

/** What is said against a redemption in its state; undefined where it is nothing new. */
async function saidOtherwise(
  tx: Tx,
  row: Pick<RedemptionRow, 'id' | 'state' | 'uid' | 'party' | 'provider'>,
  outcome: SaidOutcome,
  on: string | null,
): Promise<string | undefined> {
  const { state, uid, party } = row
  if (outcome.state === 'failed') {
    if (state !== 'paid') return undefined
    // Of one who has left no words are kept.
    return uid === party ? '' : outcome.reason
  }
  if (outcome.state !== 'paid') return undefined
  const { reference, attempt = null, paidOn = on } = outcome
  if (state === 'failed') return reference
  if (state !== 'returned') return undefined
  return (await isPaymentThatCameBack(tx, row, { reference, attempt, paidOn })) ? undefined : reference
}

/**
 * What is said against a locked redemption to have come back is so: it is `returned`, or the attempt that was kept is the
 * payment.
 */
export async function endMismatch(tx: Tx, redemptionId: string, author: string): Promise<void> {
  await sql`
    update payout_mismatch set settled_at = crels_now(), settled_by = ${author}
    where redemption_id = ${redemptionId} and said = 'failed' and settled_at is null`.execute(tx)
}

/** Whether what says that a payment came back waits to be settled. */
export async function isSaidToHaveComeBack(db: Db, redemptionId: string): Promise<boolean> {
  const { rows } = await sql`
    select from payout_mismatch
    where redemption_id = ${redemptionId} and said = 'failed' and settled_at is null limit 1`.execute(db)
  return rows.length > 0
}

/** Those not settled yet, the longest wait first. */
export async function payoutMismatches(db: Db): Promise<PayoutMismatch[]> {
  const { rows } = await sql<PayoutMismatch>`
    select m.redemption_id as "redemptionId", r.state, r.usd_cents as "usdCents", m.said, m.detail, m.attempt,
      m.said_at as "saidAt"
    from payout_mismatch m join redemption r on r.id = m.redemption_id
    where m.settled_at is null order by m.said_at, m.redemption_id, m.attempt`.execute(db)
  return rows
}

/** What became of the other one of two payments: it came back, or the member keeps it. */
export type TwiceOutcome = 'came_back' | 'kept'

/** What an operator says of a mismatch: of one that names an attempt, which it is, and of a payment made twice what became of it. */
export interface SettledMismatch {
  redemptionId: string
  reason: string
  outcome?: TwiceOutcome | undefined
  attempt?: number | undefined
}

/** Which of what is open of a redemption is shown, and settled first: by its attempts. */
export const mismatchOrder = sql`x.attempt nulls last, x.said_at desc`

/**
 * An operator has put right what a mismatch was about, and says how: sealed by the member's key. Of a payment that was made
 * twice they say what became of the other one; `settlePaidTwice` of payout runs acts on it. Throws `forbidden` for the member
 * themselves and for who was paid there, `not_found`, and `conflict` where nothing is open of it, an outcome or the attempt
 * is missing, or another attempt is the first open one: a command that is repeated settles none that nobody looked at.
 */
export async function settleMismatch(
  tx: Tx,
  actor: OperatorActor,
  { redemptionId, reason, ...other }: SettledMismatch,
  { secret }: Pick<ActMember, 'secret'>,
): Promise<void> {
  const row = await locked(tx, redemptionId)
  await requireNotOwnDestination(tx, actor, [redemptionId])
  const { rows } = await sql<Pick<PayoutMismatch, 'said' | 'attempt'>>`
    select x.said, x.attempt from payout_mismatch x
    where x.redemption_id = ${redemptionId} and x.settled_at is null order by ${mismatchOrder} limit 1`.execute(
    tx,
  )
  const [open] = rows
  if (!open) throw problem('conflict', { detail: `${redemptionId} has no open mismatch.` })
  const { said, attempt } = open
  const { outcome } = other
  const isWhole = outcome !== undefined && other.attempt !== undefined
  if (said === 'twice' && !isWhole)
    throw problem('conflict', {
      detail: `Attempt ${attempt} of this payment was paid as well: name it, and say whether it came back, or the member keeps it.`,
    })
  if (said !== 'twice' && outcome !== undefined)
    throw problem('conflict', { detail: 'This payment was not made twice.' })
  if (attempt !== null && other.attempt === undefined)
    throw problem('conflict', { detail: `Attempt ${attempt} of this payment was paid after all: name it.` })
  if (attempt === null && other.attempt !== undefined)
    throw problem('conflict', { detail: 'What is open of this payment is of no attempt: name none.' })
  if (attempt !== null && other.attempt !== attempt)
    throw problem('conflict', {
      detail: `Of attempt ${other.attempt} nothing is to be settled now: attempt ${attempt} of this payment is next.`,
    })
  await operate(tx, actor, {
    action: 'redemption.settle-mismatch',
    target: redemptionId,
    before: { said },
    ...(attempt !== null && { after: { ...(outcome && { outcome }), attempt, usdCents: row.usdCents } }),
    member: { uid: row.uid, personal: { reason }, secret },
  })
  await sql`
    update payout_mismatch set settled_at = crels_now(), settled_by = ${authorOf(actor)}, settled_as = ${outcome ?? null}
    where redemption_id = ${redemptionId} and said = ${said} and attempt is not distinct from ${attempt}
      and settled_at is null`.execute(tx)
}
