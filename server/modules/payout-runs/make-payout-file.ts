import { sql } from 'kysely'
import { payoutReference } from '#rules/payout-file.ts'
import { payoutRunStateAfter } from '#rules/payout-run.ts'
import {
  authorOf,
  decidedBefore,
  operate,
  requireRole,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { keepOpen } from '#server/modules/pauses/public.ts'
import {
  batchFileProvider,
  beginSending,
  lockedRedemption,
  logDecision,
  isFormMissing,
  keepPayee,
  noticeMissingForm,
  requireAllLookedAt,
  requireNotOwnDestination,
  requireNotPaidTwice,
  requireLookedAt,
  requirePayable,
  sinceAccountChanges,
} from '#server/modules/redemptions/public.ts'
import type { ProblemCode } from '#contracts/errors.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { isOutage } from '#server/platform/outage.ts'
import { inTransaction, isDeadlock } from '#server/platform/transaction.ts'
import { lockedRun, requireImported, requireNotPaid, runConflict } from './approve-payout-run.ts'
import {
  fileLines,
  finishPayoutFile,
  insertFile,
  isHandedOn,
  keepUnfinished,
  unfinishedFile,
} from './payout-file-queries.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { lockPayout, movePayout, moveRun, payoutsToSend } from './payout-run-queries.ts'

/** A file of a run that was made. */
export interface MadePayoutFile {
  number: number
  payouts: number
  usdCents: number
  /** Left out since they were refused now, each with why. */
  left: { redemptionId: string; why: string }[]
}

/**
 * Makes the next file of an approved run: the first has all of it, a later one the exceptions that are tried again. Each
 * payout is on its way from then on, in its own transaction; one that is refused now keeps no other from being paid. A
 * process that was killed, or an operator beside, goes on where it stopped: each payout is in one file. The text is read
 * with `payoutFileText`, as often as is needed. A pause of payouts ends it where it is, and what is left goes on
 * afterwards, and so does a role that was taken from the operator meanwhile, and a report that is still being imported: it
 * may say that an earlier attempt was paid. Throws `not_found`, `forbidden` for who may not send or is paid by it,
 * `payouts_paused`, and `conflict`, as `requireAllLookedAt` too.
 */
export async function makePayoutFile(
  db: Db,
  actor: OperatorActor,
  { runId }: { runId: string },
  deps: Pick<PayoutRunDeps, 'secret' | 'log' | 'sinceAccountChanges' | 'sanctions'>,
): Promise<MadePayoutFile> {
  const begun = await inTransaction(db, async (tx) => await beginFile(tx, actor, runId))
  return await fillPayoutFile(db, actor, { runId, ...begun }, deps)
}

/** A file that was begun, and what is to be put into it. */
interface BegunFile {
  runId: string
  number: number
  toSend: readonly string[]
}

/** Puts payouts into a file that was begun, and finishes it. `atWork` is called before each. */
export async function fillPayoutFile(
  db: Db,
  actor: OperatorActor,
  { runId, number, toSend }: BegunFile,
  deps: Pick<PayoutRunDeps, 'secret' | 'log' | 'sinceAccountChanges' | 'sanctions'>,
  atWork: () => Promise<void> = async () => {},
): Promise<MadePayoutFile> {
  const left: MadePayoutFile['left'] = []
  for (const redemptionId of toSend) {
    await atWork()
    try {
      const sinceChanges = await sinceAccountChanges(db, redemptionId, deps)
      const isTaken = await inTransaction(
        db,
        async (tx) => await putIntoFile(tx, actor, { runId, number, redemptionId, sinceChanges }, deps),
      )
      if (!isTaken) left.push({ redemptionId, why: finishedMeanwhile })
    } catch (error) {
      if (isOutage(error) || (error instanceof Problem && endsFile.has(error.code))) throw error
      // Earlier ones are in the file already: an error with one must not withhold the file.
      if (!(error instanceof Problem) && !isDeadlock(error))
        deps.log.error({ err: error, redemptionId }, 'a payout was left out of its file')
      const why = error instanceof Problem ? error.message : 'It failed, and the log says how.'
      left.push({ redemptionId, why })
      const keepsReason = error instanceof Problem && screeningCodes.has(error.code)
      await inTransaction(db, async (tx) => {
        await leaveOut(tx, { runId, redemptionId, why, keepsReason })
        if (isFormMissing(error)) await noticeMissingForm(tx, redemptionId)
      })
    }
  }
  const { withheld, ...made } = await inTransaction(db, async (tx) => {
    await lockedRun(tx, runId)
    await requireImported(tx, runId, 'go on with the file')
    return await finishPayoutFile(tx, { runId, number }, deps)
  })
  return { number, ...made, left: [...left, ...withheld] }
}

/** The file to make, begun or left unfinished, and what is to be put into it. Throws as `makePayoutFile`. */
export async function beginFile(
  tx: Tx,
  actor: OperatorActor,
  runId: string,
): Promise<{ number: number; toSend: string[]; isNew: boolean }> {
  // One that is left unfinished logs nothing here, and each payment takes both.
  for (const permission of ['payout-run.send', 'redemption.send'] as const) requireRole(actor, permission)
  const run = await lockedRun(tx, runId)
  const next = payoutRunStateAfter(run.state, 'send')
  if (!next) throw await runConflict(tx, run)
  await keepOpen(tx, 'payout')
  await requireNotPaid(tx, actor, runId)
  await requireImported(tx, runId, 'make the file')
  const toSend = await payoutsToSend(tx, runId)
  await requireNotOwnDestination(tx, actor, toSend)
  const begun = await unfinishedFile(tx, runId)
  const lines = begun === undefined ? [] : await fileLines(tx, { runId, number: begun })
  await requireAllLookedAt(tx, [...toSend, ...lines.map(({ redemptionId }) => redemptionId)])
  // One that is not handed on takes no more: the next one does.
  if (begun !== undefined) return { number: begun, toSend: isHandedOn(lines) ? toSend : [], isNew: false }
  if (toSend.length === 0)
    throw await decidedBefore(tx, runId, 'Every payout of this run is in a file already.', {
      actions: ['payout-run.send'],
    })
  const number = await insertFile(tx, runId, authorOf(actor))
  await operate(tx, actor, {
    action: 'payout-run.send',
    target: runId,
    before: { state: run.state },
    after: { state: next, file: number },
  })
  if (run.state !== next) await moveRun(tx, runId, next)
  return { number, toSend, isNew: true }
}

/** What refuses all that is left: the payment that met it is not what is wrong, and waits with the others. */
const endsFile: ReadonlySet<string> = new Set<ProblemCode>(['payouts_paused', 'forbidden'])

const finishedMeanwhile = 'Another operator finished this file meanwhile: the next one takes it.'

/** Puts a payout into a file, unless it is in one; answers false where the file takes no more, and it waits for the next. */
async function putIntoFile(
  tx: Tx,
  actor: OperatorActor,
  payout: { runId: string; number: number; redemptionId: string; sinceChanges: readonly number[] },
  deps: Pick<PayoutRunDeps, 'secret' | 'sanctions'>,
): Promise<boolean> {
  const { runId, number, redemptionId, sinceChanges } = payout
  // In the order in which all lock: the file, the member, the redemption, then its payout.
  const takesMore = await keepUnfinished(tx, { runId, number })
  await keepPayee(tx, redemptionId)
  const row = await lockedRedemption(tx, redemptionId)
  const { state, attempt } = (await lockPayout(tx, runId, redemptionId))!
  if (state !== 'planned' && state !== 'retry') return true
  if (!takesMore) return false
  await requireLookedAt(tx, redemptionId, 'sending')
  await requireNotPaidTwice(tx, redemptionId)
  const author = authorOf(actor)
  await logDecision(tx, actor, {
    action: 'redemption.send',
    row,
    state: 'sending',
    after: { runId, attempt: attempt + 1 },
  })
  if (state === 'planned')
    await beginSending(tx, row, { author, provider: batchFileProvider, sinceChanges, isInFile: true }, deps)
  else await requirePayable(tx, row, sinceChanges, deps)
  await movePayout(tx, runId, redemptionId, { state: 'sent', attempt: attempt + 1 })
  await sql`
    insert into payout_line (run_id, number, redemption_id, reference)
    values (${runId}, ${number}, ${redemptionId}, ${payoutReference(redemptionId, attempt + 1)})`.execute(tx)
  return true
}

/** What lists of sanctions say of a member is not written beside why a payment came back, which goes into the log. */
const screeningCodes: ReadonlySet<string> = new Set<ProblemCode>(['not_screened', 'sanctions_match'])

/** What was refused is left out of the run; what was to be tried again waits for a decision as before. */
async function leaveOut(
  tx: Tx,
  left: { runId: string; redemptionId: string; why: string; keepsReason: boolean },
): Promise<void> {
  const { runId, redemptionId, why, keepsReason } = left
  await lockedRedemption(tx, redemptionId)
  const { state, reason } = (await lockPayout(tx, runId, redemptionId))!
  if (state === 'planned') await movePayout(tx, runId, redemptionId, { state: 'left_out', reason: why })
  if (state === 'retry')
    await movePayout(tx, runId, redemptionId, { state: 'exception', reason: keepsReason ? reason : why })
}
