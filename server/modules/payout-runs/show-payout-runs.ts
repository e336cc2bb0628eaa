import { sql } from 'kysely'
import * as z from 'zod/mini'
import type {
  OperatedPayout,
  PayoutImport,
  PayoutPage,
  PayoutRun,
  PayoutRunDetail,
  PayoutRunPage,
} from '#contracts/operator-payout-runs.schemas.ts'
import { payoutReference } from '#rules/payout-file.ts'
import { OWN_APPROVAL_HOURS, type PayoutRunFilter, type PayoutState } from '#rules/payout-run.ts'
import type { Db } from '#server/platform/database.ts'
import { decodeCursor, idPlace, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { secondPersonsOf } from './own-approval.ts'
import { payoutFilesOf } from './payout-file-progress.ts'
import {
  findRun,
  inPayoutState,
  isOpenRun,
  payoutState,
  runColumns,
  type PayoutRunRow,
} from './payout-run-queries.ts'
import { sumsOfRuns, type RunSums } from './run-sums.ts'

const runPlace = idPlace('payoutRun')

/** Payout runs, the newest first, in a state or under way where asked. */
export async function payoutRuns(
  db: Db,
  { state, limit, cursor }: { state?: PayoutRunFilter; limit: number; cursor?: string },
): Promise<PayoutRunPage> {
  const inState = state === 'open' ? isOpenRun(sql`b`) : state ? sql`b.state = ${state}` : sql`true`
  const after =
    cursor === undefined
      ? sql``
      : sql`and (b.made_at, b.id) < (select made_at, id from payout_run where id = ${decodeCursor(runPlace, cursor)[0]})`
  const { rows } = await sql<PayoutRunRow>`
    select ${runColumns} from payout_run b where ${inState} ${after}
    order by b.made_at desc, b.id desc limit ${limit + 1}`.execute(db)
  const page = pageOf(rows, limit, ({ id }) => [id])
  const sums = await sumsOfRuns(db, page.items)
  return { ...page, items: page.items.map((run) => runView(run, sums.get(run.id)!)) }
}

/** A run as operators see it in lists. Throws `not_found`. */
export async function payoutRun(db: Db, runId: string): Promise<PayoutRun> {
  const run = await findRun(db, runId)
  if (!run) throw problem('not_found', { detail: 'There is no such payout run.' })
  return runView(run, (await sumsOfRuns(db, [run])).get(runId)!)
}

/** A run with its files and imports, and while it is a draft with who can approve it. Throws `not_found`. */
export async function payoutRunDetail(db: Db, runId: string): Promise<PayoutRunDetail> {
  const run = await payoutRun(db, runId)
  const approval = run.state === 'draft' ? await approvalOf(db, runId) : null
  const { rows: imports } = await sql<ImportRow>`
    ${importColumns} where run_id = ${runId} order by made_at desc, id desc limit 100`.execute(db)
  return {
    ...run,
    approval,
    files: await payoutFilesOf(db, runId),
    imports: imports.map(importView),
  }
}

/** Who can approve a draft beside its maker, else from when on they can. */
async function approvalOf(db: Db, runId: string): Promise<PayoutRunDetail['approval']> {
  const { madeAt, ...run } = (await findRun(db, runId))!
  const { others, paid } = await secondPersonsOf(db, run)
  const ownFrom = new Date(madeAt.getTime() + OWN_APPROVAL_HOURS * 3_600_000)
  return { others, paid, ownFrom: others === 0 && run.madeById !== null ? ownFrom.toISOString() : null }
}

function runView(run: PayoutRunRow, sums: RunSums): PayoutRun {
  const inIt = Object.entries(sums).flatMap(([state, sum]) => (state === 'left_out' ? [] : [sum]))
  const none = { count: 0, usdCents: 0, amountMinor: 0 }
  return {
    id: run.id,
    format: run.format,
    state: run.state,
    stateAt: run.stateAt.toISOString(),
    madeBy: run.madeBy,
    madeAt: run.madeAt.toISOString(),
    approvedBy: run.approvedBy,
    approvedAt: run.approvedAt?.toISOString() ?? null,
    isOwnApproval: run.isOwnApproval,
    closedBy: run.closedBy,
    closedAt: run.closedAt?.toISOString() ?? null,
    total: inIt.reduce(
      (all, { count, usdCents, amountMinor }) => ({
        count: all.count + count,
        usdCents: all.usdCents + usdCents,
        amountMinor: all.amountMinor + amountMinor,
      }),
      none,
    ),
    byState: {
      planned: none,
      left_out: none,
      sent: none,
      exception: none,
      retry: none,
      paid: none,
      failed: none,
      returned: none,
      ...sums,
    },
    usdPerEuro: run.usdPerUnit,
    payer: run.payer,
    ledgerUsdCents: run.ledgerUsdCents,
  }
}

const payoutPlace = z.tuple([z.int().check(z.nonnegative())])

/** Whether who reads may see who members are. */
interface Named {
  isNamed: boolean
}

/**
 * The payments of a run, in the order of its file: whose each is, and what a report or an operator said of it, where that
 * is named. Throws `not_found`.
 */
export async function payoutsOf(
  db: Db,
  { runId, state, limit, cursor }: { runId: string; state?: PayoutState; limit: number; cursor?: string },
  { isNamed }: Named,
): Promise<PayoutPage> {
  if (!(await findRun(db, runId))) throw problem('not_found', { detail: 'There is no such payout run.' })
  const after = cursor === undefined ? 0 : decodeCursor(payoutPlace, cursor)[0]
  const inState = state ? sql`and ${inPayoutState(state)}` : sql``
  const { rows } = await sql<
    Omit<OperatedPayout, 'member' | 'reference'> & {
      counted: number
      place: number
      uid: string
      name: string | null
      email: string | null
    }
  >`
    select p.place, p.redemption_id as "redemptionId", ${payoutState} as state, p.attempt, p.usd_cents as "usdCents",
      -- The attempt that was paid is the one that stands in the bank's statement.
      coalesce(case when p.result in ('paid', 'returned') then p.paid_attempt end, p.attempt) as counted,
      p.amount_minor as "amountMinor", coalesce(r.reason, p.reason) as reason, r.uid,
      coalesce(m.full_name, m.display_name) as name, m.email, r.destination_hint as "destinationHint",
      case when r.state = 'paid' then r.reference end as payment
    from payout p join redemption r on r.id = p.redemption_id left join member m on m.uid = r.uid
    where p.run_id = ${runId} and p.place > ${after} ${inState} order by p.place limit ${limit + 1}`.execute(
    db,
  )
  const page = pageOf(rows, limit, ({ place }) => [place])
  return {
    ...page,
    items: page.items.map(({ place: _, counted, uid, name, email, ...row }) => ({
      ...row,
      reference: counted > 0 ? payoutReference(row.redemptionId, counted) : null,
      ...(isNamed ? { member: { uid, name, email } } : { member: null, destinationHint: null, reason: null }),
    })),
  }
}

type ImportRow = Omit<PayoutImport, 'madeAt' | 'finishedAt' | 'refusedUntil'> & {
  madeAt: Date
  finishedAt: Date | null
  refusedUntil: Date | null
}

/** How long after an import its refused rows are there. */
export const refusedKept = sql`interval '30 days'`

const importColumns = sql`
  select id, run_id as "runId", made_by as "madeBy", made_at as "madeAt", finished_at as "finishedAt", rows,
    rows_done as "rowsDone", paid, exceptions, pending, refused,
    case when refused > 0 and finished_at > crels_now() - ${refusedKept} then finished_at + ${refusedKept} end as "refusedUntil"
  from payout_import`

/** How far an import has come. Throws `not_found`. */
export async function payoutImport(db: Db, importId: string): Promise<PayoutImport> {
  const { rows } = await sql<ImportRow>`${importColumns} where id = ${importId}`.execute(db)
  if (!rows[0]) throw problem('not_found', { detail: 'There is no such import.' })
  return importView(rows[0])
}

function importView({ madeAt, finishedAt, refusedUntil, ...row }: ImportRow): PayoutImport {
  return {
    ...row,
    madeAt: madeAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    refusedUntil: refusedUntil?.toISOString() ?? null,
  }
}

/** The rows of an import that were refused, after a place in it. */
export async function refusedRows(
  db: Db,
  { importId, after, limit }: { importId: string; after: number; limit: number },
) {
  const { rows } = await sql<{
    place: number
    line: number
    reference: string
    status: string
    payment: string | null
    reason: string | null
    amount: string | null
    paidOn: string | null
    refusal: string
  }>`
    select place, line, reference, status, payment, reason, amount, paid_on::text as "paidOn", refusal
    from payout_import_row
    where import_id = ${importId} and refusal is not null and place > ${after}
    order by place limit ${limit}`.execute(db)
  return rows
}
