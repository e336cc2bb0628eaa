import { sql } from 'kysely'
import { redemptionStateAfter } from '#rules/redemption-state.ts'
import type { DestinationDetails } from '#rules/payout-destination.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import { isOutage } from '#server/platform/outage.ts'
import { isDeadlock } from '#server/platform/transaction.ts'
import { Problem, problem } from '#server/platform/http/problems.ts'
import { newId } from '#server/platform/ids.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { openDetails } from './destination-secret.ts'
import { locked, logged } from './approve-redemption.ts'
import { batchFileProvider } from './payout-provider.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { beginSending, sinceAccountChange } from './send-redemption.ts'

export type BatchFormat = 'paypal' | 'bank'

/** A file of payouts. */
export interface Batch {
  /** Null where there was nothing to pay. */
  batchId: string | null
  payouts: number
  usdCents: number
  /** Left out, each with why: frozen payouts, most of the time. */
  left: { redemptionId: string; why: string }[]
}

export interface NewBatch {
  format: BatchFormat
  author: string
  /** The operator, whose act it is in the log. */
  actor?: OperatorActor | undefined
  /** Chosen by who wants to name it before anything is sent; a new one unless given. */
  batchId?: string
}

/** As many as one file takes; PayPal's limit is 5 000. */
const batchMax = 5_000

/**
 * Puts every approved redemption to PayPal, or to bank accounts, into one file; they are being sent from then on. The
 * file is read with `batchFile`, as often as is needed.
 */
export async function makeBatch(
  db: Db,
  { format, author, actor, batchId = newId('payoutBatch') }: NewBatch,
  deps: RedemptionDeps,
): Promise<Batch> {
  const batch: Batch = { batchId, payouts: 0, usdCents: 0, left: [] }
  await inTransaction(db, async (tx) => {
    if (actor) await operate(tx, actor, { action: 'redemption.batch', target: batchId, after: { format } })
    await sql`insert into payout_batch (id, format, made_by) values (${batchId}, ${format}, ${author})`.execute(
      tx,
    )
  })
  for (const id of await approvedOf(db, format)) {
    try {
      // Each in its own transaction: one that is refused keeps no other from being paid.
      const sinceChange = await sinceAccountChange(db, id, deps)
      const { usdCents } = await inTransaction(db, async (tx) => {
        const row = await locked(tx, id)
        const state = redemptionStateAfter(row.state, 'send')
        if (state) await logged(tx, actor, { action: 'redemption.batch', row, state, after: { batchId } })
        return await beginSending(
          tx,
          row,
          { author, provider: batchFileProvider, sinceChange, batchId },
          deps,
        )
      })
      batch.payouts += 1
      batch.usdCents += usdCents
    } catch (error) {
      if (isOutage(error)) throw error
      // Earlier ones are in the file already: an error with one must not withhold the file.
      if (!(error instanceof Problem) && !isDeadlock(error))
        deps.log.error({ err: error, redemptionId: id }, 'a payout was left out of its file')
      const why =
        error instanceof Problem
          ? error.message
          : 'it failed, the log says how; it is tried with the next file'
      batch.left.push({ redemptionId: id, why })
    }
  }
  return batch.payouts > 0 ? batch : { ...batch, batchId: null }
}

/** The file of a batch, the same each time: a bank that is handed it twice sees the same references. */
export async function batchFile(
  db: Db,
  batchId: string,
  { secret }: Pick<RedemptionDeps, 'secret'>,
): Promise<{ name: string; text: string }> {
  const { rows: found } = await sql<{ format: BatchFormat }>`
    select format from payout_batch where id = ${batchId}`.execute(db)
  if (!found[0]) throw problem('not_found', { detail: 'There is no such batch.' })
  const { format } = found[0]
  const { rows } = await sql<{
    id: string
    usdCents: number
    destinationId: string
    details: string | null
  }>`
    select r.id, r.usd_cents as "usdCents", r.destination_id as "destinationId", d.details
    from redemption r left join payout_destination d on d.id = r.destination_id
    where r.batch_id = ${batchId} order by r.requested_at, r.id`.execute(db)
  const payouts = rows.map(({ id, usdCents, destinationId, details }) => {
    if (details === null)
      throw problem('conflict', { detail: `${id} has arrived, and where it went to was removed since.` })
    return {
      reference: payoutReference(id),
      dollars: dollarsText(usdCents),
      to: openDetails(secret, { id: destinationId, details }),
    }
  })
  return {
    name: `${format}-${batchId}.csv`,
    text: [heads[format], ...payouts.map(lines[format])].map(csvLine).join(''),
  }
}

interface Line {
  reference: string
  dollars: string
  to: DestinationDetails
}

const heads: Record<BatchFormat, string[]> = {
  // As PayPal's payouts read it.
  paypal: ['Email/Phone', 'Amount', 'Currency code', 'Reference ID', 'Note to recipient', 'Recipient wallet'],
  bank: ['reference', 'holder', 'iban', 'bic', 'routing number', 'account number', 'amount', 'currency'],
}

const lines: Record<BatchFormat, (line: Line) => string[]> = {
  paypal: ({ reference, dollars, to }) => [
    to.kind === 'paypal' ? to.email : '',
    dollars,
    'USD',
    reference,
    'Crels payout',
    'PayPal',
  ],
  bank: ({ reference, dollars, to }) => {
    if (to.kind !== 'bank') throw new Error(`${reference} does not go to a bank`)
    const account =
      'iban' in to ? [to.iban, to.bic ?? '', '', ''] : ['', '', to.routingNumber, to.accountNumber]
    return [reference, to.holder, ...account, dollars, 'USD']
  },
}

/** A redemption's id in at most 26 letters and digits, which is what PayPal (30) and banks (35) have room for. */
export function payoutReference(redemptionId: string): string {
  return `r${BigInt(`0x${redemptionId.slice(4)}`).toString(36)}`
}

function dollarsText(usdCents: number): string {
  return `${Math.floor(usdCents / 100)}.${String(usdCents % 100).padStart(2, '0')}`
}

async function approvedOf(db: Db, kind: BatchFormat): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from redemption where state = 'approved' and destination_kind = ${kind}
    order by requested_at, id limit ${batchMax}`.execute(db)
  return rows.map(({ id }) => id)
}
