import { sql } from 'kysely'
import { attemptIn } from '#rules/payout-file.ts'
import { outcomeOf } from '#rules/payout-result.ts'
import { proposeAct, type OperatorActor } from '#server/modules/operators/public.ts'
import {
  lockedRedemption,
  openPaidTwice,
  paidWhereOwnWas,
  possibleDay,
  recordMismatch,
  recordPaidTwice,
  requireNotOwnDestination,
  returnPaymentAct,
  wasPaidTwice,
  type RedemptionRow,
} from '#server/modules/redemptions/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { readRow, type ImportRow } from './import-payout-results.ts'
import { payByAttempt, payByKeptAttempt } from './pay-by-attempt.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { keepRunOpen, lockPayout, movePayout, type PayoutRow } from './payout-run-queries.ts'

/** What became of a row of a report: under which count, or why it was refused. */
export type Result = 'paid' | 'exceptions' | 'pending' | { refusal: string }

/** Which import of which run a row is of. */
interface Import {
  runId: string
  importId: string
}

/**
 * Takes a row of a report. Of a payment that is in several files it is about the attempt that its reference names: what it
 * says of another than the last, or than the one that was paid, changes no payment, and that such a one was paid too waits
 * for a person. Answers undefined where another worker has taken the row.
 */
export async function applyResult(
  tx: Tx,
  actor: OperatorActor,
  of: Import,
  row: ImportRow,
  deps: Pick<PayoutRunDeps, 'secret' | 'mailer' | 'publicOrigin'>,
): Promise<Result | undefined> {
  const { redemptionId } = row
  // What is said here keeps the run from closing: it is closed before that or after.
  await keepRunOpen(tx, of.runId)
  const redemption = await lockedRedemption(tx, redemptionId)
  const payout = (await lockPayout(tx, of.runId, redemptionId))!
  if (!(await keepRow(tx, of.importId, row.place))) return undefined
  const read = readRow(row, payout)
  if ('refusal' in read) return { refusal: await refusedOf(tx, row, { redemption, payout }, read.refusal) }
  if (read.outcome === 'paid' && redemption.state === 'failed')
    return await applyPaidAfterGivenUp(tx, of, row, redemption)
  // Whichever attempt it was: its crels went back, as those of one that was given up.
  if (read.outcome === 'paid' && redemption.state === 'returned')
    return await applyPaidAfterReturn(tx, of, row, redemption)
  if (attemptIn(row.reference) !== countedAttempt(payout))
    return read.outcome === 'paid'
      ? await applyOtherPaid(tx, actor, of, row, { redemption, payout })
      : { refusal: otherAttempt(payout) }
  if (read.outcome === 'pending') return 'pending'
  if (read.outcome === 'paid') {
    // Said again under another name it is still the one payment.
    if (redemption.state === 'paid') return 'paid'
    return await pay(tx, actor, of.runId, row)
  }
  if (payout.state === 'exception' || payout.state === 'returned') return 'exceptions'
  // Nothing comes back that no report says left: a column without signs beside one reversal reads like that, too.
  if (row.isCredit && payout.state === 'sent')
    return {
      refusal: 'This reads as money that came in, and no report says that the payment left: look it up.',
    }
  const reason = row.reason ?? (row.isCredit ? 'The bank sent it back.' : row.status)
  if (payout.state === 'paid') {
    const both = await payByKeptAttempt(tx, actor, of.runId, redemption)
    if (both)
      return {
        refusal: `Attempt ${both.counted} came back, and the member keeps attempt ${both.kept}, as was settled under Redemptions: that is the payment now, and no crels go back.`,
      }
    return await proposeReturn(tx, actor, { redemption, reason, on: row.paidOn }, deps)
  }
  if (payout.state !== 'sent') return { refusal: `This payment is ${payout.state} already.` }
  await requireNotOwnDestination(tx, actor, [redemptionId])
  const saidBy = actor.via === 'job' ? null : actor.operatorId
  await movePayout(tx, of.runId, redemptionId, { state: 'exception', reason, saidBy })
  return 'exceptions'
}

/** Locks a row of an import; answers false where another worker has taken it, or refused it. */
async function keepRow(tx: Tx, importId: string, place: number): Promise<boolean> {
  const { rows } = await sql`
    select from payout_import_row
    where import_id = ${importId} and place = ${place} and refusal is null for update`.execute(tx)
  return rows.length > 0
}

/**
 * Why a row is refused that cannot be taken. Where it says all the same that a paid payment came back, as a bank does that
 * takes its fee off, that waits for a person: the run would close, and the member have neither dollars nor crels.
 */
async function refusedOf(
  tx: Tx,
  row: ImportRow,
  { redemption, payout }: { redemption: RedemptionRow; payout: PayoutRow },
  refusal: string,
): Promise<string> {
  const isBack = row.isCredit || outcomeOf(row.status) === 'unpaid'
  if (!isBack || redemption.state !== 'paid' || attemptIn(row.reference) !== countedAttempt(payout))
    return refusal
  // A status that is not known may say why.
  const isUsual = row.isCredit && outcomeOf(row.status) === 'paid'
  const why = row.reason ?? (isUsual ? 'The bank sent it back' : row.status)
  const reason = row.amount === null ? why : `${why}: ${row.amount}`
  return (await recordMismatch(tx, redemption, { state: 'failed', reason }, row.paidOn))
    ? `${refusal} It says that the payment came back: settle that under Redemptions.`
    : refusal
}

/** The payment that a row is about: of which attempt, and what its provider or bank calls it, else what its file does. */
function paymentIn({ payment, reference }: ImportRow): { attempt: number; reference: string } {
  return { attempt: attemptIn(reference), reference: payment ?? reference }
}

const isPaid = ({ state }: PayoutRow) => state === 'paid' || state === 'returned'

/** The attempt that a payment is written down with: the one that was paid, else the last. */
function countedAttempt(payout: PayoutRow): number {
  return isPaid(payout) ? payout.paidAttempt : payout.attempt
}

function otherAttempt(payout: PayoutRow): string {
  return isPaid(payout)
    ? `Attempt ${payout.paidAttempt} of this payment was paid: look this one up before anything else.`
    : 'A later file has this payment: look it up before anything else.'
}

/**
 * Another attempt was paid after all. Where the last one is known not to have arrived, it is the one payment; else the same
 * is paid twice, and a person has one of them come back, or writes down that the member keeps it.
 */
async function applyOtherPaid(
  tx: Tx,
  actor: OperatorActor,
  { runId, importId }: Import,
  row: ImportRow,
  { redemption, payout }: { redemption: RedemptionRow; payout: PayoutRow },
): Promise<Result> {
  // A statement that covers weeks has its debit and its return.
  if (await comesBackLater(tx, importId, row)) return { refusal: otherAttempt(payout) }
  const { attempt, reference } = paymentIn(row)
  const isUnpaid = payout.state === 'exception' || payout.state === 'retry'
  // What a person settles, or has settled, of this attempt is theirs to say.
  if (isUnpaid && !(await wasPaidTwice(tx, redemption.id, attempt))) return await pay(tx, actor, runId, row)
  const paidOn = await possibleDay(tx, redemption, row.paidOn)
  const waits = await recordPaidTwice(tx, redemption.id, { attempt, reference, paidOn })
  const became = { sent: 'is on its way', exception: 'came back', retry: 'came back' } as Record<
    string,
    string
  >
  const other = `attempt ${countedAttempt(payout)} ${became[payout.state] ?? `was ${payout.state}`}`
  const what = `Attempt ${attempt} was paid, and ${other}`
  return {
    refusal: waits
      ? `${what}: settle that under Redemptions.`
      : `${what}: that was settled under Redemptions.`,
  }
}

/** Its crels were given back: a person finds out where they are. Whichever file it was in, it was paid. */
async function applyPaidAfterGivenUp(
  tx: Tx,
  { importId }: Import,
  row: ImportRow,
  redemption: RedemptionRow,
): Promise<Result> {
  // A statement that covers weeks has its debit and its return.
  if (await comesBackLater(tx, importId, row))
    return { refusal: 'It was given up, and the report says that it came back: nothing new.' }
  const said = { state: 'paid', ...paymentIn(row) } as const
  const waits = await recordMismatch(tx, redemption, said, row.paidOn)
  return {
    refusal: waits
      ? 'It was given up, and its crels went back: settle what the report says under Redemptions.'
      : 'It was given up, and what the report says was settled under Redemptions.',
  }
}

/**
 * The attempt that was paid and came back was paid: a report says so of that payment, which is nothing new, or the member has
 * dollars and crels, which waits for a person.
 */
async function applyPaidAfterReturn(
  tx: Tx,
  { importId }: Import,
  row: ImportRow,
  redemption: RedemptionRow,
): Promise<Result> {
  const said = { state: 'paid', ...paymentIn(row) } as const
  const waits =
    !(await comesBackLater(tx, importId, row)) && (await recordMismatch(tx, redemption, said, row.paidOn))
  return {
    refusal: waits
      ? 'It came back, and its crels went back: settle what the report says under Redemptions.'
      : 'This payment came back since: the report says nothing new of it.',
  }
}

/** Whether a later row of the same report says that the payment of this one came back: rows are in the order in which they happened. */
async function comesBackLater(db: Db, importId: string, { place, reference }: ImportRow): Promise<boolean> {
  const { rows } = await sql<Pick<ImportRow, 'status' | 'isCredit'>>`
    select status, is_credit as "isCredit" from payout_import_row
    where import_id = ${importId} and refusal is null and place > ${place} and reference = ${reference}
    order by place desc limit 1`.execute(db)
  return rows.some(({ status, isCredit }) => isCredit || outcomeOf(status) === 'unpaid')
}

async function pay(tx: Tx, actor: OperatorActor, runId: string, row: ImportRow): Promise<Result> {
  const { redemptionId, paidOn } = row
  await payByAttempt(tx, actor, { runId, redemptionId, ...paymentIn(row), paidOn })
  return 'paid'
}

/**
 * What was paid is returned by two people: who imported the report proposes it. What the report says waits among the
 * mismatches as well, until it is so or was wrong: a proposal expires. Who was paid there themselves proposes nothing, and
 * it waits there for another; so it does while another attempt waits to be settled, before which nothing is posted back, and
 * where the proposal is refused for any other reason.
 */
async function proposeReturn(
  tx: Tx,
  actor: OperatorActor,
  { redemption, reason, on }: { redemption: RedemptionRow; reason: string; on: string | null },
  deps: Pick<PayoutRunDeps, 'secret' | 'mailer' | 'publicOrigin'>,
): Promise<Result> {
  const { id, uid } = redemption
  // Imported again, a report says nothing that was not settled.
  if (!(await recordMismatch(tx, redemption, { state: 'failed', reason }, on))) return 'exceptions'
  if (actor.via === 'job' || (await paidWhereOwnWas(tx, actor, [id])).length > 0) return 'exceptions'
  // Tried now it would be refused, and what the report says would be gone with it.
  if (await openPaidTwice(tx, id)) return 'exceptions'
  await sql`savepoint waiting`.execute(tx)
  try {
    await proposeAct(tx, deps, actor, {
      act: returnPaymentAct,
      target: uid,
      input: { redemptionId: id },
      reason,
    })
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await sql`rollback to savepoint waiting`.execute(tx)
  }
  return 'exceptions'
}
