import { sql, type RawBuilder } from 'kysely'
import type { KnownAs } from '#rules/own-account.ts'
import type { DestinationKind } from '#rules/payout-destination.ts'
import type { Payer } from '#rules/payout-line.ts'
import {
  OPEN_RUN_STATES,
  type PayoutFormat,
  type PayoutRunState,
  type PayoutState,
} from '#rules/payout-run.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import { isInNoRun, isUnlooked } from '#server/modules/redemptions/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import type { RunSums } from './run-sums.ts'

/** A payout run as stored. */
export interface PayoutRunRow {
  id: string
  format: PayoutFormat
  state: PayoutRunState
  stateAt: Date
  madeBy: string
  madeById: string | null
  madeAt: Date
  approvedBy: string | null
  approvedById: string | null
  approvedAt: Date | null
  isOwnApproval: boolean
  closedBy: string | null
  closedAt: Date | null
  usdPerUnit: string | null
  payer: Payer | null
  paidUsdCents: number | null
  ledgerUsdCents: number | null
  /** Of one that is closed; null where a version before it closed it. */
  closedSums: RunSums | null
}

export const runColumns = sql`
  b.id, b.format, b.state, b.state_at as "stateAt", b.made_by as "madeBy", b.made_by_id as "madeById", b.made_at as "madeAt",
  b.approved_by as "approvedBy", b.approved_by_id as "approvedById", b.approved_at as "approvedAt",
  b.is_own_approval as "isOwnApproval", b.closed_by as "closedBy", b.closed_at as "closedAt",
  trim_scale(b.usd_per_unit)::text as "usdPerUnit", b.payer, b.paid_usd_cents as "paidUsdCents",
  b.ledger_usd_cents as "ledgerUsdCents", b.closed_sums as "closedSums"`

/** The states of a redemption that are those of its payout too: a trigger keeps them in `payout.result`. */
const results = ['paid', 'failed', 'returned'] as const satisfies PayoutState[]

/**
 * The state of a payout `p`: once its redemption is paid, failed or returned, by whichever way, that is what it is; one that
 * was left out, or whose run was discarded, is not of this run.
 */
export const payoutState = sql<PayoutState>`
  case when p.state = 'left_out' then p.state else coalesce(p.result, p.state) end`

/** The payouts `p` in a state: as `payoutState` says it, so that the index of states is of use. */
export function inPayoutState(state: PayoutState): RawBuilder<unknown> {
  if (results.some((result) => result === state)) return sql`p.state <> 'left_out' and p.result = ${state}`
  return state === 'left_out' ? sql`p.state = 'left_out'` : sql`p.state = ${state} and p.result is null`
}

/** Whether a run is under way: the query has its states as they are, for the index of them. */
export function isOpenRun(run: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${run}.state in (${sql.join(OPEN_RUN_STATES.map((state) => sql.lit(state)))})`
}

export async function findRun(db: Db, id: string): Promise<PayoutRunRow | undefined> {
  const { rows } = await sql<PayoutRunRow>`select ${runColumns} from payout_run b where b.id = ${id}`.execute(
    db,
  )
  return rows[0]
}

/** The run, locked until the transaction ends. */
export async function lockRun(tx: Tx, id: string): Promise<PayoutRunRow | undefined> {
  const { rows } = await sql<PayoutRunRow>`
    select ${runColumns} from payout_run b where b.id = ${id} for update`.execute(tx)
  return rows[0]
}

/** The run is not closed, nor a file of it begun or finished, before the transaction ends; results are written beside each other. */
export async function keepRunOpen(tx: Tx, id: string): Promise<void> {
  await sql`select from payout_run where id = ${id} for share`.execute(tx)
}

/** How far an import of a locked run is that is not finished: until then nobody knows what its rows say. */
export async function unfinishedImport(
  tx: Tx,
  runId: string,
): Promise<{ rows: number; rowsDone: number } | undefined> {
  const { rows } = await sql<{ rows: number; rowsDone: number }>`
    select rows, rows_done as "rowsDone" from payout_import
    where run_id = ${runId} and finished_at is null order by made_at limit 1`.execute(tx)
  return rows[0]
}

/** The account from which the last run in euros was paid. */
export async function lastPayer(db: Db): Promise<Payer | null> {
  const { rows } = await sql<{ payer: Payer }>`
    select payer from payout_run where payer is not null order by made_at desc, id desc limit 1`.execute(db)
  return rows[0]?.payer ?? null
}

export async function insertRun(
  tx: Tx,
  run: Pick<PayoutRunRow, 'id' | 'format' | 'madeBy' | 'madeById' | 'usdPerUnit' | 'payer'>,
): Promise<void> {
  await sql`
    insert into payout_run (id, format, made_by, made_by_id, usd_per_unit, payer)
    values (${run.id}, ${run.format}, ${run.madeBy}, ${run.madeById}, ${run.usdPerUnit}::numeric,
      ${run.payer && JSON.stringify(run.payer)}::jsonb)`.execute(tx)
}

/** Moves a locked run on. */
export async function moveRun(tx: Tx, id: string, state: PayoutRunState): Promise<void> {
  await sql`update payout_run set state = ${state}, state_at = crels_now() where id = ${id}`.execute(tx)
}

/** A redemption that a run can take. */
export interface Candidate {
  id: string
  usdCents: number
  destinationId: string
  details: string | null
  uid: string
  email: string | null
  shortId: string | null
  operatorEmails: readonly string[] | null
  waitsForLook: boolean
}

/**
 * Approved redemptions to one kind of destination that are in no run, those that wait longest first; after one, by its
 * id.
 */
export async function candidates(
  db: Db,
  { kind, ids, after, limit }: { kind: DestinationKind; ids?: string[]; after?: string; limit: number },
): Promise<Candidate[]> {
  const named = ids === undefined ? sql`` : sql`and r.id = any (${ids})`
  const later =
    after === undefined
      ? sql``
      : sql`and (r.requested_at, r.id) > (select l.requested_at, l.id from redemption l where l.id = ${after})`
  const { rows } = await sql<Candidate>`
    select r.id, r.usd_cents as "usdCents", r.destination_id as "destinationId", d.details, r.uid, m.email,
      m.short_id as "shortId", m.operator_emails as "operatorEmails", ${isUnlooked(sql`r.id`)} as "waitsForLook"
    from redemption r left join payout_destination d on d.id = r.destination_id left join member m on m.uid = r.uid
    where r.state = 'approved' and r.destination_kind = ${kind} ${named} ${later} and ${isInNoRun(sql`r`)}
    order by r.requested_at, r.id limit ${limit}`.execute(db)
  return rows
}

/** Where a redemption stands on its way into a run. */
export interface Standing {
  state: RedemptionState
  kind: DestinationKind
  /** The run that has it. */
  runId: string | null
}

/** Where redemptions stand, by id; one that there is not is absent. */
export async function standingsOf(db: Db, ids: string[]): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    select r.id, r.state, r.destination_kind as kind, p.run_id as "runId"
    from redemption r left join payout p on p.redemption_id = r.id and p.state <> 'left_out'
    where r.id = any (${ids})`.execute(db)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}

/** Which of these redemptions are approved; they are locked, in the order of their ids, so that none is sent by itself meanwhile. */
export async function lockApproved(tx: Tx, ids: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from redemption where id = any (${ids}) and state = 'approved' order by id for update`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

/** One draft after another: what the log says of it is what it takes. */
export async function lockDrafts(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('draft payout run'))`.execute(tx)
}

/**
 * Puts redemptions into a run, in this order; answers how many are in no other. One is where a process of an older version
 * drafts, which does not wait for its turn.
 */
export async function insertPayouts(
  tx: Tx,
  runId: string,
  payouts: { redemptionId: string; usdCents: number; amountMinor: number }[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into payout (run_id, redemption_id, place, usd_cents, amount_minor, state)
    select ${runId}, n.id, n.place, n.usd_cents, n.minor, 'planned'
    from unnest(${payouts.map((one) => one.redemptionId)}::text[], ${payouts.map((one) => one.usdCents)}::bigint[],
                ${payouts.map((one) => one.amountMinor)}::bigint[]) with ordinality n (id, usd_cents, minor, place)
    on conflict (redemption_id) where state <> 'left_out' do nothing`.execute(tx)
  return Number(numAffectedRows)
}

/** A payout with what its redemption has become. */
export interface PayoutRow {
  redemptionId: string
  uid: string
  state: PayoutState
  redemptionState: RedemptionState
  attempt: number
  /** Of one that was paid: the attempt that was. */
  paidAttempt: number
  usdCents: number
  amountMinor: number
  reason: string | null
  /** The operator who said that it came back; null where it was none. */
  cameBackBy: string | null
  cameBackAt: Date | null
}

const payoutColumns = sql`
  p.redemption_id as "redemptionId", r.uid, ${payoutState} as state, r.state as "redemptionState", p.attempt,
  coalesce(p.paid_attempt, p.attempt) as "paidAttempt", p.usd_cents as "usdCents", p.amount_minor as "amountMinor", p.reason, p.came_back_by as "cameBackBy",
  p.came_back_at as "cameBackAt"`

/** A payout of a run, locked until the transaction ends. */
export async function lockPayout(
  tx: Tx,
  runId: string,
  redemptionId: string,
): Promise<PayoutRow | undefined> {
  await sql`select from payout where run_id = ${runId} and redemption_id = ${redemptionId} for update`.execute(
    tx,
  )
  const { rows } = await sql<PayoutRow>`
    select ${payoutColumns} from payout p join redemption r on r.id = p.redemption_id
    where p.run_id = ${runId} and p.redemption_id = ${redemptionId}`.execute(tx)
  return rows[0]
}

/**
 * Moves a locked payout; a reason that is not named goes. `saidBy` is the operator whose report says that it came back, null
 * where it is no operator's; who said so before stays unless it is given.
 */
export async function movePayout(
  tx: Tx,
  runId: string,
  redemptionId: string,
  to: { state: PayoutState; reason?: string | null; attempt?: number; saidBy?: string | null },
): Promise<void> {
  const said =
    to.saidBy === undefined ? sql`` : sql`, came_back_by = ${to.saidBy}, came_back_at = crels_now()`
  await sql`
    update payout set state = ${to.state}, reason = ${to.reason ?? null},
      attempt = coalesce(${to.attempt ?? null}, attempt) ${said}
    where run_id = ${runId} and redemption_id = ${redemptionId}`.execute(tx)
}

/** The payouts of a run that its next file takes, in their order. */
export async function payoutsToSend(db: Db, runId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select p.redemption_id as id from payout p
    where p.run_id = ${runId} and ${payoutState} in ('planned', 'retry') order by p.place`.execute(db)
  return rows.map(({ id }) => id)
}

/** The members whom a run pays, as operators may name themselves. */
export async function paidMembers(db: Db, runId: string): Promise<KnownAs[]> {
  const { rows } = await sql<KnownAs>`
    select distinct m.uid, m.email, m.short_id as "shortId", m.operator_emails as "operatorEmails"
    from payout p join redemption r on r.id = p.redemption_id join member m on m.uid = r.uid
    where p.run_id = ${runId} and p.state <> 'left_out'`.execute(db)
  return rows
}

/** Which attempt of a locked payout was paid, by a report that says so. */
export async function notePaidAttempt(
  tx: Tx,
  { runId, redemptionId, attempt }: { runId: string; redemptionId: string; attempt: number },
): Promise<void> {
  await sql`
    update payout set paid_attempt = ${attempt}
    where run_id = ${runId} and redemption_id = ${redemptionId}`.execute(tx)
}
