import { sql } from 'kysely'
import type { PayoutFile } from '#contracts/operator-payout-runs.schemas.ts'
import {
  operate,
  operatorById,
  viaOfAct,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { lockedRun } from './approve-payout-run.ts'
import { beginFile, fillPayoutFile } from './make-payout-file.ts'
import { payoutFilesOf } from './payout-file-progress.ts'
import { unfinishedFile, type FileKey } from './payout-file-queries.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'

/** Payments between two notes that a file is worked on. */
const chunk = 25

/**
 * Has the next file of a run made behind the answer, or goes on with one that was left unfinished: 5,000 payments, each in a
 * transaction of its own, take minutes. While it is worked on, asking again begins nothing. Throws as `makePayoutFile`.
 */
export async function requestPayoutFile(
  tx: Tx,
  actor: PersonActor,
  { runId }: { runId: string },
  { enqueue }: Pick<PayoutRunDeps, 'enqueue'>,
): Promise<PayoutFile> {
  const { number, isNew } = await beginFile(tx, actor, runId)
  const fileOf = async () => (await payoutFilesOf(tx, runId)).find((file) => file.number === number)!
  const begun = await fileOf()
  if (begun.progress?.isAtWork) return begun
  const act = { action: 'payout-run.send', target: runId } as const
  // What the job does from now on is theirs.
  if (!isNew) await operate(tx, actor, { ...act, before: { file: number }, after: continued(number) })
  await sql`
    update payout_file set operator_id = ${actor.operatorId}, worked_at = crels_now()
    where run_id = ${runId} and number = ${number}`.execute(tx)
  await enqueue(tx, 'make-payout-file', { runId, number })
  return await fileOf()
}

/**
 * The job: puts what is approved into a file that was asked for, as an act of who asked last, and finishes it. One that was
 * finished meanwhile stays as it is. Where payouts are paused, or who asked may not go on, the file stays unfinished, for
 * later or for another operator, and the log of the process has why. Answers why it did not go on.
 */
export async function continuePayoutFile(
  db: Db,
  { runId, number }: FileKey,
  deps: PayoutRunDeps,
): Promise<{ payouts: number } | { stopped: string }> {
  const actor = await actorOf(db, { runId, number })
  const stopped = (why: string) => {
    deps.log.warn({ runId, number, why }, 'a payout file is not finished')
    return { stopped: why }
  }
  if (!actor) return stopped('Who had this file made may not act any more.')
  try {
    const begun = await inTransaction(db, async (tx) => {
      await lockedRun(tx, runId)
      return (await unfinishedFile(tx, runId)) === number ? await beginFile(tx, actor, runId) : null
    })
    if (!begun) return { stopped: 'It is finished.' }
    let done = 0
    const { payouts } = await fillPayoutFile(db, actor, { runId, ...begun }, deps, async () => {
      if (done % chunk === 0) await noteAtWork(db, { runId, number })
      done += 1
    })
    return { payouts }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return stopped(error.message)
  }
}

/** Files that were asked for and at which nobody is, for a job that goes on with what a killed process left. */
export async function leftPayoutFiles(db: Db): Promise<FileKey[]> {
  const { rows } = await sql<FileKey>`
    select run_id as "runId", number from payout_file
    where finished_at is null and operator_id is not null and worked_at <= crels_now() - interval '2 minutes'
    order by made_at`.execute(db)
  return rows
}

const continued = (file: number) => ({ file, isContinued: true })

async function noteAtWork(db: Db, { runId, number }: FileKey): Promise<void> {
  await sql`
    update payout_file set worked_at = crels_now()
    where run_id = ${runId} and number = ${number} and finished_at is null`.execute(db)
}

/** Who had the file made: what the job does is their act, by the role that they have now, unless they were disabled. */
async function actorOf(db: Db, { runId, number }: FileKey): Promise<OperatorActor | undefined> {
  const { rows } = await sql<{ operatorId: string | null }>`
    select operator_id as "operatorId" from payout_file where run_id = ${runId} and number = ${number}`.execute(
    db,
  )
  const operatorId = rows[0]?.operatorId
  const operator = operatorId ? await operatorById(db, operatorId) : undefined
  if (!operator || operator.disabledAt) return undefined
  const { id, name, email, role } = operator
  const act = { action: 'payout-run.send', target: runId } as const
  const via =
    (await viaOfAct(db, { ...act, after: continued(number) })) ??
    (await viaOfAct(db, { ...act, after: { file: number } })) ??
    'console'
  return { via, operatorId: id, name, email, role }
}
