import { sql } from 'kysely'
import type { PayoutImport } from '#contracts/operator-payout-runs.schemas.ts'
import { mayOperate } from '#rules/operator-permissions.ts'
import {
  operatorById,
  viaOfAct,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import { isOutage } from '#server/platform/outage.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { applyResult, type Result } from './apply-result.ts'
import type { ImportRow } from './import-payout-results.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { payoutImport, refusedKept } from './show-payout-runs.ts'

/** Rows between two notes of how far it is. */
const chunk = 100

/**
 * Works on the rows of an import that name a payment: what arrived is paid, what did not is an exception of its run, and
 * what says something else is refused with why. What came back after it was paid is proposed, for another operator to
 * approve. Each payment is settled in a transaction of its own, and its row is gone with the next note of how far it is:
 * a process that was killed goes on there, and a row that is taken twice, by two workers too, changes nothing and is
 * counted once.
 */
export async function applyPayoutResults(
  db: Db,
  { importId }: { importId: string },
  deps: Pick<PayoutRunDeps, 'secret' | 'mailer' | 'publicOrigin' | 'log'>,
): Promise<PayoutImport> {
  const job = await findImport(db, importId)
  if (!job) throw problem('not_found', { detail: 'There is no such import.' })
  for (;;) {
    const rows = await nextRows(db, job.runId, importId)
    if (rows.length === 0) break
    const actor = await actorOf(db, job)
    const results = new Map<number, Result>()
    for (const row of rows) {
      const result =
        actor === 'barred'
          ? { refusal: 'Who imported this report may not act any more: another operator imports it.' }
          : await inTransaction(
              db,
              async (tx) => await applyResult(tx, actor, { runId: job.runId, importId }, row, deps),
            ).catch((error: unknown) => refused(error, { importId, row }, deps))
      // Of one that another worker has taken, they know more: what came after it may be gone from the report.
      if (result) results.set(row.place, result)
    }
    await inTransaction(db, async (tx) => await noteProgress(tx, importId, results))
  }
  await sql`
    update payout_import set finished_at = crels_now() where id = ${importId} and finished_at is null`.execute(
    db,
  )
  return await payoutImport(db, importId)
}

/** Imports that are not finished, for a job that goes on with what a killed process left. */
export async function unfinishedImports(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from payout_import where finished_at is null order by made_at`.execute(db)
  return rows.map(({ id }) => id)
}

/** Removes the refused rows of imports that finished 30 days ago; answers how many. */
export async function deleteRefusedRows(db: Db): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from payout_import_row r using payout_import i
    where i.id = r.import_id and i.finished_at <= crels_now() - ${refusedKept}`.execute(db)
  return Number(numAffectedRows)
}

interface Import {
  runId: string
  madeBy: string
  operatorId: string | null
  /** How it was imported. */
  via: PersonActor['via']
}

async function findImport(db: Db, importId: string): Promise<Import | undefined> {
  const { rows } = await sql<Omit<Import, 'via'>>`
    select run_id as "runId", made_by as "madeBy", operator_id as "operatorId"
    from payout_import where id = ${importId}`.execute(db)
  const found = rows[0]
  if (!found) return undefined
  const act = { action: 'payout-run.import', target: found.runId, after: { importId } } as const
  return { ...found, via: (await viaOfAct(db, act)) ?? 'console' }
}

/** Who imported it: what the job does is their act, unless they were disabled or have a role now that imports nothing. */
async function actorOf(db: Db, { operatorId, madeBy, via }: Import): Promise<OperatorActor | 'barred'> {
  const operator = operatorId === null ? undefined : await operatorById(db, operatorId)
  if (!operator) return { via: 'job', source: madeBy }
  const { id, name, email, role } = operator
  if (operator.disabledAt || !mayOperate(role, 'payout-run.import')) return 'barred'
  return { via, operatorId: id, name, email, role }
}

/** The next rows that were not looked at. */
async function nextRows(db: Db, runId: string, importId: string): Promise<ImportRow[]> {
  const { rows } = await sql<ImportRow>`
    select i.place, l.redemption_id as "redemptionId", i.reference, i.status, i.payment, i.reason, i.amount,
      i.paid_on::text as "paidOn", i.is_credit as "isCredit"
    from payout_import_row i join payout_line l on l.run_id = ${runId} and l.reference = i.reference
    where i.import_id = ${importId} and i.refusal is null order by i.place limit ${chunk}`.execute(db)
  return rows
}

/** One that fails keeps none of the others waiting: it can be imported again. Throws what is wrong with all of them. */
function refused(
  error: unknown,
  { importId, row: { place, redemptionId } }: { importId: string; row: ImportRow },
  { log }: Pick<PayoutRunDeps, 'log'>,
): { refusal: string } {
  if (error instanceof Problem) return { refusal: error.message }
  if (isOutage(error)) throw error
  log.error({ err: error, importId, place, redemptionId }, 'a result of a payout was not taken')
  return { refusal: 'It failed, and the log says how: import it again.' }
}

/**
 * What was taken is in the payouts: of the report stay the rows that were refused. A row is counted by the worker that
 * takes it from the report.
 */
async function noteProgress(tx: Tx, importId: string, results: Map<number, Result>): Promise<void> {
  const refusals = [...results].flatMap(([place, result]) =>
    typeof result === 'string' ? [] : [[place, result.refusal] as const],
  )
  const { rows } = await sql<{ place: number }>`
    with refused as (
      update payout_import_row i set refusal = n.why
      from unnest(${refusals.map(([place]) => place)}::int[], ${refusals.map(([, why]) => why)}::text[]) n (place, why)
      where i.import_id = ${importId} and i.place = n.place and i.refusal is null returning i.place
    ), taken as (
      delete from payout_import_row
      where import_id = ${importId} and refusal is null and place = any (${[...results.keys()]}::int[])
        and place <> all (${refusals.map(([place]) => place)}::int[]) returning place
    )
    select place from refused union all select place from taken`.execute(tx)
  const counts = { paid: 0, exceptions: 0, pending: 0, refused: 0 }
  for (const { place } of rows) {
    const result = results.get(place)!
    counts[typeof result === 'string' ? result : 'refused'] += 1
  }
  const { paid, exceptions, pending, refused: more } = counts
  await sql`
    update payout_import set rows_done = rows_done + ${rows.length}, paid = paid + ${paid}, exceptions = exceptions + ${exceptions},
      pending = pending + ${pending}, refused = refused + ${more}
    where id = ${importId}`.execute(tx)
}
