import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { DestinationDetails } from '#rules/payout-destination.ts'
import { payoutFile, payoutFileId } from '#rules/payout-file.ts'
import type { PayoutState } from '#rules/payout-run.ts'
import {
  isPaidTwice,
  lockedRedemption,
  openDetails,
  requireAllLookedAt,
} from '#server/modules/redemptions/public.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { PayoutRunDeps } from './payout-run-deps.ts'
import { findRun, lockPayout, movePayout, payoutState } from './payout-run-queries.ts'

/** Which file of which run. */
export interface FileKey {
  runId: string
  number: number
}

/** The file of a locked run that was begun and not finished. */
export async function unfinishedFile(tx: Tx, runId: string): Promise<number | undefined> {
  const { rows } = await sql<{ number: number }>`
    select number from payout_file where run_id = ${runId} and finished_at is null`.execute(tx)
  return rows[0]?.number
}

/** Begins the next file of a locked run; answers its number. */
export async function insertFile(tx: Tx, runId: string, madeBy: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into payout_file (run_id, number, made_by)
    select ${runId}, coalesce(max(number), 0) + 1, ${madeBy} from payout_file where run_id = ${runId}
    returning number`.execute(tx)
  return rows[0]!.number
}

/** Whether a file takes more: none finishes it before the transaction ends. */
export async function keepUnfinished(tx: Tx, { runId, number }: FileKey): Promise<boolean> {
  const { rows } = await sql`
    select from payout_file where run_id = ${runId} and number = ${number} and finished_at is null for share`.execute(
    tx,
  )
  return rows.length > 0
}

/** A payment in a file, with what it is now. */
interface FileLine {
  redemptionId: string
  state: PayoutState
  usdCents: number
  /** Where it goes to is gone since the SECRET was lost. */
  isLost: boolean
  /** Another attempt of it was paid, and nobody has settled that. */
  isPaidTwice: boolean
}

/** The payments in a file, in their order. */
export async function fileLines(db: Db, { runId, number }: FileKey): Promise<FileLine[]> {
  const { rows } = await sql<FileLine>`
    select l.redemption_id as "redemptionId", ${payoutState} as state, p.usd_cents as "usdCents",
      not exists (select from payout_destination d where d.id = r.destination_id and d.removed_at is null) as "isLost",
      ${isPaidTwice(sql`l.redemption_id`)} as "isPaidTwice"
    from payout_line l join payout p using (run_id, redemption_id) join redemption r on r.id = l.redemption_id
    where l.run_id = ${runId} and l.number = ${number} order by p.place`.execute(db)
  return rows
}

/**
 * Whether a file that is being made can be handed on: with a payment that has a result by now, said by hand or found
 * after a restore, or of which another attempt was paid, it would be paid again, and one that goes nowhere any more cannot
 * be written.
 */
export function isHandedOn(lines: readonly FileLine[]): boolean {
  return lines.every(({ state, isLost, isPaidTwice }) => state === 'sent' && !isLost && !isPaidTwice)
}

/**
 * Ends a file of a locked run, unless it was: what is in it now is what it has for good. One that cannot be handed on has
 * nothing: what is left in it waits to be tried again (`withheld`).
 */
export async function finishPayoutFile(
  tx: Tx,
  { runId, number }: FileKey,
  deps: Pick<PayoutRunDeps, 'secret'>,
): Promise<{ payouts: number; usdCents: number; withheld: { redemptionId: string; why: string }[] }> {
  await lockFile(tx, { runId, number })
  const finished = await findFile(tx, { runId, number })
  if (finished?.finishedAt) return { payouts: finished.payouts, usdCents: finished.usdCents, withheld: [] }
  const lines = await fileLines(tx, { runId, number })
  const isHanded = isHandedOn(lines)
  const withheld = isHanded ? [] : await withhold(tx, runId, lines)
  const payouts = isHanded ? lines.length : 0
  const usdCents = isHanded ? lines.reduce((sum, line) => sum + line.usdCents, 0) : 0
  const sha256 = payouts === 0 ? null : hashOf((await composed(tx, { runId, number }, deps)).text)
  await sql`
    update payout_file set finished_at = crels_now(), payouts = ${payouts}, usd_cents = ${usdCents}, sha256 = ${sha256}
    where run_id = ${runId} and number = ${number}`.execute(tx)
  return { payouts, usdCents, withheld }
}

/**
 * Nothing more is put into a file, and nothing that is in it gets a result meanwhile: the file, then its redemptions, as
 * `putIntoFile` locks them.
 */
async function lockFile(tx: Tx, { runId, number }: FileKey): Promise<void> {
  await sql`select from payout_file where run_id = ${runId} and number = ${number} for update`.execute(tx)
  await sql`
    select from redemption
    where id in (select redemption_id from payout_line where run_id = ${runId} and number = ${number})
    order by id for update`.execute(tx)
}

/** What is on its way in a file that was never handed over becomes an exception. */
async function withhold(tx: Tx, runId: string, lines: readonly FileLine[]) {
  const why = lines.some(({ isLost }) => isLost)
    ? 'Its file was not handed over: where a payment in it goes to is gone.'
    : lines.some(({ isPaidTwice }) => isPaidTwice)
      ? 'Its file was not handed over: a payment in it was paid by an earlier file.'
      : 'Its file was not handed over: another payment in it has a result already.'
  const withheld: { redemptionId: string; why: string }[] = []
  for (const { redemptionId } of lines) {
    await lockedRedemption(tx, redemptionId)
    if ((await lockPayout(tx, runId, redemptionId))!.state !== 'sent') continue
    await movePayout(tx, runId, redemptionId, { state: 'exception', reason: why })
    withheld.push({ redemptionId, why })
  }
  return withheld
}

interface FileRow {
  finishedAt: Date | null
  payouts: number
  usdCents: number
  sha256: Buffer | null
}

async function findFile(db: Db, { runId, number }: FileKey): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select finished_at as "finishedAt", coalesce(payouts, 0) as payouts, coalesce(usd_cents, 0)::bigint as "usdCents", sha256
    from payout_file where run_id = ${runId} and number = ${number}`.execute(db)
  return rows[0]
}

/**
 * A file of a run, the same bytes each time: a bank that is handed it twice sees the same references. Throws `not_found`, and
 * `conflict` where it has no payment, is not finished, a destination in it was removed since, and as `requireAllLookedAt`:
 * who is handed it pays.
 */
export async function payoutFileText(
  db: Db,
  { runId, number }: FileKey,
  deps: Pick<PayoutRunDeps, 'secret'>,
): Promise<{ name: string; text: string }> {
  const file = await findFile(db, { runId, number })
  if (!file) throw problem('not_found', { detail: 'This run has no such file.' })
  if (!file.finishedAt)
    throw problem('conflict', {
      detail: 'This file is not finished: make it again, it continues where it stopped.',
    })
  if (file.payouts === 0)
    throw problem('conflict', { detail: 'No payout is in this file: all were left out.' })
  const lines = await fileLines(db, { runId, number })
  await requireAllLookedAt(
    db,
    lines.map(({ redemptionId }) => redemptionId),
  )
  const made = await composed(db, { runId, number }, deps)
  if (file.sha256 && !hashOf(made.text).equals(file.sha256))
    throw problem('conflict', {
      detail: 'This file cannot be written as it was: something in it was changed since.',
    })
  return made
}

async function composed(
  db: Db,
  { runId, number }: FileKey,
  { secret }: Pick<PayoutRunDeps, 'secret'>,
): Promise<{ name: string; text: string }> {
  const run = (await findRun(db, runId))!
  const { rows } = await sql<{
    redemptionId: string
    reference: string
    amountMinor: number
    destinationId: string
    details: string | null
    madeAt: Date
  }>`
    select l.redemption_id as "redemptionId", l.reference, p.amount_minor as "amountMinor",
      r.destination_id as "destinationId", d.details, f.made_at as "madeAt"
    from payout_line l join payout p using (run_id, redemption_id) join payout_file f using (run_id, number)
      join redemption r on r.id = l.redemption_id left join payout_destination d on d.id = r.destination_id
    where l.run_id = ${runId} and l.number = ${number} order by p.place`.execute(db)
  const lines = rows.map(({ redemptionId, reference, amountMinor, destinationId, details }) => {
    if (details === null)
      throw problem('conflict', {
        detail: `Where ${redemptionId} goes to is gone: the file cannot be written any more.`,
      })
    const to: DestinationDetails = openDetails(secret, { id: destinationId, details })
    return { reference, amountMinor, to }
  })
  const { format, payer } = run
  const file = payoutFile({
    format,
    id: payoutFileId(runId, number),
    madeAt: rows[0]!.madeAt,
    currency: format === 'sepa' ? 'EUR' : 'USD',
    payer,
    lines,
  })
  const name = `${format}-${runId}${number === 1 ? '' : `-${number}`}`
  return 'xml' in file
    ? { name: `${name}.xml`, text: file.xml }
    : { name: `${name}.csv`, text: file.rows.map(csvLine).join('') }
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
