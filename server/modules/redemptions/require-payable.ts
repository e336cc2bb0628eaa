import { sql } from 'kysely'
import { SHOWN_REFUSALS, type RedemptionWait } from '#contracts/redemptions.schemas.ts'
import { findMember, keepMember, requireGoodStanding } from '#server/modules/accounts/public.ts'
import { balances, lockAccounts, memberAvailable } from '#server/modules/ledger/public.ts'
import { keepOpen, requireOpen } from '#server/modules/pauses/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import { SealLost } from '#server/platform/secret.ts'
import type { DestinationRow } from './destination-queries.ts'
import { frozenUntil } from './payout-freeze.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { findRedemption, type RedemptionRow } from './redemption-queries.ts'
import { requireDestination } from './require-destination.ts'
import { requireEligible } from './require-eligible.ts'
import { requireTaxForm } from './require-tax-form.ts'
import { requireScreened } from './screening/require-screened.ts'
import { requirePayouts } from './stop-payouts.ts'

type Payable = Pick<RedemptionRow, 'id' | 'uid' | 'party' | 'usdCents' | 'destinationId'>

/**
 * Nobody is paid while payouts are paused; who was shut out or owes something since the approval is not, nor who has no
 * tax form that is needed. Answers where it goes to. Throws as `requireUnhindered`, `conflict` where the destination is
 * gone, `not_screened` and `sanctions_match`.
 */
export async function requirePayable(
  tx: Tx,
  payable: Payable,
  sinceChanges: readonly number[],
  deps: Pick<RedemptionDeps, 'sanctions' | 'secret'>,
): Promise<DestinationRow> {
  await payOneByOne(tx, payable)
  await keepPayable(tx, payable)
  await requireUnhindered(tx, payable, sinceChanges, deps)
  const destination = await requireDestination(tx, payable)
  await requireScreened(tx, payable.id, deps)
  return destination
}

/**
 * Who is paid, as they are until the transaction ends: whoever disables them or stops their payouts waits for it. Before
 * the redemption is locked, as who cancels theirs locks themselves first.
 */
export async function keepPayee(tx: Tx, redemptionId: string): Promise<void> {
  const row = await findRedemption(tx, redemptionId)
  if (row) await keepMember(tx, row.uid)
}

/** What is read now holds until the payment has begun: a pause, a stop and a debt come before it or after it. */
async function keepPayable(tx: Tx, { uid, party }: Payable): Promise<void> {
  await keepOpen(tx, 'payout')
  await keepMember(tx, uid)
  // Whoever makes a debt locks what is available first.
  await lockAccounts(tx, [memberAvailable(party)])
}

/** Two that are sent at once, to one member or where several are paid, are counted one after the other. */
async function payOneByOne(tx: Tx, { party, destinationId }: Payable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`payments to ${party}`}, 0))`.execute(tx)
  await sql`
    select pg_advisory_xact_lock(hashtextextended('payments at ' || encode(payee, 'hex'), 0))
    from payout_destination where id = ${destinationId}`.execute(tx)
}

/**
 * All that keeps a redemption from being sent and that its member reads; what lists of sanctions say is not among it.
 * Throws `payouts_paused`, `user_deleted`, `user_disabled`, `profile_incomplete`, `too_young`, `country_blocked`,
 * `tax_profile_required`, `debt_open`, `payouts_frozen` and `payouts_stopped`.
 */
async function requireUnhindered(
  db: Db,
  { id, uid, party, usdCents, destinationId }: Payable,
  sinceChanges: readonly number[],
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<void> {
  await requireOpen(db, 'payout')
  const member = await findMember(db, uid)
  if (!member) throw problem('user_deleted')
  requireGoodStanding(member)
  await requireEligible(db, member, destinationId, deps)
  await requireTaxForm(db, { id, uid, party, usdCents, destinationId })
  if ((await balances(db, party)).debt > 0) throw problem('debt_open')
  const frozen = await frozenUntil(db, sinceChanges)
  if (frozen) throw problem('payouts_frozen', { members: { until: frozen.toISOString() } })
  await requirePayouts(db, uid)
}

/**
 * Why a redemption under way is not paid just now, as its member reads it: by the checks that refuse to send it, without
 * those that they must not know of. Null where nothing is known to be against it.
 */
export async function waitOf(
  db: Db,
  row: RedemptionRow,
  sinceChanges: readonly number[],
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<RedemptionWait | null> {
  if (row.waitsForLook) return { reason: 'may_be_paid', until: null, blockedBy: null }
  if (row.cameBack) return { reason: 'came_back', until: null, blockedBy: null }
  if (row.state !== 'requested' && row.state !== 'approved') return null
  try {
    await requireUnhindered(db, row, sinceChanges, deps)
    return null
  } catch (error) {
    // What no key opens is an operator's to put right, and no reason to show the member nothing of theirs.
    if (error instanceof SealLost) return null
    if (!(error instanceof Problem)) throw error
    const reason = SHOWN_REFUSALS.find((code) => code === error.code)
    const { until = null, blockedBy = null } = error.options.members ?? {}
    return reason === undefined ? null : { reason, until, blockedBy }
  }
}
