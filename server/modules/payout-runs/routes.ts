import { Readable } from 'node:stream'
import * as runs from '#contracts/operator-payout-runs.endpoints.ts'
import { readsMembers } from '#rules/operator-permissions.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, answerFile, bind, type Route } from '#server/platform/http/bind.ts'
import { eachRow } from '#server/platform/http/each-row.ts'
import { approvePayoutRun, discardPayoutRun } from './approve-payout-run.ts'
import { closePayoutRun } from './close-payout-run.ts'
import { draftPayoutRun, previewPayoutRun } from './draft-payout-run.ts'
import { importPayoutResults } from './import-payout-results.ts'
import { openPayoutFile } from './open-payout-file.ts'
import { requestPayoutFile } from './payout-file-job.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { giveUpPayout, retryPayout } from './settle-exceptions.ts'
import {
  payoutImport,
  payoutRun,
  payoutRunDetail,
  payoutRuns,
  payoutsOf,
  refusedRows,
} from './show-payout-runs.ts'

/** The endpoints of contracts/operator-payout-runs.endpoints.ts. */
export function payoutRunRoutes(deps: PayoutRunDeps): Route[] {
  return [...runRoutes(deps), ...paymentRoutes(deps)]
}

function runRoutes(deps: PayoutRunDeps): Route[] {
  return [
    bind(runs.listPayoutRuns, ({ db, query }) => payoutRuns(db, query)),
    bind(runs.draftPayoutRun, async ({ transaction, actor, body }) =>
      transaction(async (tx) => {
        const { runId, left } = await draftPayoutRun(tx, actor, body, deps)
        return answer(201, { run: await payoutRun(tx, runId), left })
      }),
    ),
    bind(runs.previewPayoutRun, ({ db, actor, query }) => previewPayoutRun(db, actor, query, deps)),
    bind(runs.getPayoutRun, ({ db, params }) => payoutRunDetail(db, params.id)),
    bind(runs.approvePayoutRun, async ({ transaction, actor, params: { id } }) =>
      transaction(async (tx) => {
        await approvePayoutRun(tx, actor, { runId: id })
        return await payoutRun(tx, id)
      }),
    ),
    bind(runs.discardPayoutRun, async ({ transaction, actor, params: { id } }) =>
      transaction(async (tx) => {
        await discardPayoutRun(tx, actor, { runId: id })
        return await payoutRun(tx, id)
      }),
    ),
    bind(runs.closePayoutRun, async ({ transaction, actor, params: { id } }) =>
      transaction(async (tx) => {
        await closePayoutRun(tx, actor, { runId: id })
        return await payoutRun(tx, id)
      }),
    ),
    bind(runs.makePayoutFile, async ({ transaction, actor, params: { id } }) =>
      transaction(async (tx) => answer(202, await requestPayoutFile(tx, actor, { runId: id }, deps))),
    ),
    bind(runs.getPayoutFile, async ({ transaction, actor, params: { id, number } }) => {
      const { name, text } = await transaction(async (tx) =>
        openPayoutFile(tx, actor, { runId: id, number }, deps),
      )
      return answerFile(Readable.from([text]), name)
    }),
  ]
}

function paymentRoutes({ enqueue, secret }: Pick<PayoutRunDeps, 'enqueue' | 'secret'>): Route[] {
  return [
    bind(runs.listPayouts, ({ db, actor, params, query }) =>
      payoutsOf(db, { runId: params.id, ...query }, { isNamed: readsMembers(actor) }),
    ),
    bind(runs.importPayoutResults, async ({ transaction, actor, params: { id }, body }) =>
      transaction(async (tx) => {
        const { importId } = await importPayoutResults(tx, actor, { runId: id, csv: body })
        await enqueue(tx, 'import-payout-results', { importId })
        return answer(202, await payoutImport(tx, importId))
      }),
    ),
    bind(runs.getPayoutImport, ({ db, params }) => payoutImport(db, params.id)),
    bind(runs.getRefusedResults, async ({ db, actor, params: { id } }) => {
      await payoutImport(db, id)
      const text = refusedCsv(db, id, { isNamed: readsMembers(actor) })
      return answerFile(Readable.from(text), `refused-${id}.csv`)
    }),
    bind(runs.retryPayouts, async ({ db, actor, params: { id }, body }) =>
      eachRow(db, body.ids, async (tx, redemptionId) => retryPayout(tx, actor, { runId: id, redemptionId })),
    ),
    bind(runs.giveUpPayouts, async ({ db, actor, params: { id }, body: { ids, reason } }) =>
      eachRow(db, ids, async (tx, redemptionId) =>
        giveUpPayout(tx, actor, { runId: id, redemptionId, reason }, { secret }),
      ),
    ),
  ]
}

/**
 * The rows that were refused, with why; what a spreadsheet would run is quoted (`csvLine`). What a report gives as a
 * reason is its own words, of a member too: it is for who may read of members.
 */
export async function* refusedCsv(
  db: Db,
  importId: string,
  { isNamed }: { isNamed: boolean },
): AsyncGenerator<string> {
  yield csvLine(['line', 'reference', 'status', 'payment', 'reason', 'amount', 'paid on', 'refused because'])
  const limit = 5_000
  for (let after = 0; ;) {
    const rows = await refusedRows(db, { importId, after, limit })
    yield rows
      .map(({ line, reference, status, payment, reason, amount, paidOn, refusal }) =>
        csvLine([line, reference, status, payment, isNamed ? reason : null, amount, paidOn, refusal]),
      )
      .join('')
    if (rows.length < limit) return
    after = rows.at(-1)!.place
  }
}
