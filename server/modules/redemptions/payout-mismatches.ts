import { sql, type RawBuilder } from 'kysely'
import { authorOf, operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { locked } from './approve-redemption.ts'
import { requireNotOwnDestination } from './own-destination.ts'
import type { PayoutOutcome } from './payout-provider.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/** A payout that its provider says became something else than what is written down. */
export interface PayoutMismatch {
  redemptionId: string
  usdCents: number
  /** What the provider says: it was paid after it had failed here, or came back (`failed`) after it was paid. */
  said: 'paid' | 'failed'
  /** The provider's name of the payment, or why it came back. */
  detail: string
  saidAt: Date
}

/** PayPal repeats a report for three days, and one that is older than seven is not asked about (`paypal-reports.ts`). */
const repeatedWithin = sql`interval '7 days'`

/** Whether a provider says otherwise of the redemption of this id than its state, and it is not settled. */
export const isMismatched = (id: RawBuilder<unknown>) =>
  sql<boolean>`${id} in (select redemption_id from payout_mismatch where settled_at is null)`

/**
 * Keeps what a provider says against a payout that is settled otherwise, once, for a person to settle: the redemption
 * stays as it is, since its crels went another way by now. What a person has settled is settled while the provider may
 * repeat it, and of what a report says with a day, where that was settled after it; said in other words or later it
 * happened again, and waits again. Anything else changes nothing. Answers whether something said of it waits now.
 */
export async function recordMismatch(
  tx: Tx,
  { id, state, uid, party }: Pick<RedemptionRow, 'id' | 'state' | 'uid' | 'party'>,
  outcome: PayoutOutcome,
  on: string | null = null,
): Promise<boolean> {
  const detail =
    state === 'paid' && outcome.state === 'failed'
      ? // Of one who has left no words are kept.
        uid === party
        ? ''
        : outcome.reason
      : state === 'failed' && outcome.state === 'paid'
        ? outcome.reference
        : undefined
  if (detail === undefined) return false
  await sql`
    insert into payout_mismatch (redemption_id, said, detail)
    select ${id}, ${outcome.state}, ${detail}
    where not exists (
      select from payout_mismatch where redemption_id = ${id} and said = ${outcome.state}
        and (settled_at is null
          or (detail = ${detail} and (settled_at > crels_now() - ${repeatedWithin} or settled_at >= ${on}::date))))
    on conflict do nothing`.execute(tx)
  const { rows } = await sql`
    select from payout_mismatch where redemption_id = ${id} and said = ${outcome.state} and settled_at is null`.execute(
    tx,
  )
  return rows.length > 0
}

/** What is said against a locked redemption to have come back is so: it is `returned`. */
export async function endMismatch(tx: Tx, redemptionId: string, author: string): Promise<void> {
  await sql`
    update payout_mismatch set settled_at = crels_now(), settled_by = ${author}
    where redemption_id = ${redemptionId} and said = 'failed' and settled_at is null`.execute(tx)
}

/** Those not settled yet, the longest wait first. */
export async function payoutMismatches(db: Db): Promise<PayoutMismatch[]> {
  const { rows } = await sql<PayoutMismatch>`
    select m.redemption_id as "redemptionId", r.usd_cents as "usdCents", m.said, m.detail, m.said_at as "saidAt"
    from payout_mismatch m join redemption r on r.id = m.redemption_id
    where m.settled_at is null order by m.said_at, m.redemption_id`.execute(db)
  return rows
}

/**
 * An operator has put right what a mismatch was about, and says how: sealed by the member's key. Throws `forbidden` for the member
 * themselves and for who was paid there, `not_found`, and `conflict` where nothing is open of it.
 */
export async function settleMismatch(
  tx: Tx,
  actor: OperatorActor,
  { redemptionId, reason }: { redemptionId: string; reason: string },
  { secret }: Pick<ActMember, 'secret'>,
): Promise<void> {
  const row = await locked(tx, redemptionId)
  await requireNotOwnDestination(tx, actor, [redemptionId])
  const { rows } = await sql<Pick<PayoutMismatch, 'said'>>`
    select said from payout_mismatch where redemption_id = ${redemptionId} and settled_at is null`.execute(tx)
  // By the state of the redemption it is one word: what is paid is said to have failed, and what failed to be paid.
  const [open] = rows
  if (!open) throw problem('conflict', { detail: `${redemptionId} has no open mismatch.` })
  await operate(tx, actor, {
    action: 'redemption.settle-mismatch',
    target: redemptionId,
    before: { said: open.said },
    member: { uid: row.uid, personal: { reason }, secret },
  })
  await sql`
    update payout_mismatch set settled_at = crels_now(), settled_by = ${authorOf(actor)}
    where redemption_id = ${redemptionId} and settled_at is null`.execute(tx)
}
