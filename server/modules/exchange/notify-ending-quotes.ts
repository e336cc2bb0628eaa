import { sql } from 'kysely'
import type { Logger } from 'pino'
import { findMemberByParty } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { quoteHolds } from './quote-queries.ts'

/** So long before its end: a browser is notified within a minute, and two are left to act in. */
const aheadMinutes = 3

interface EndingQuote {
  id: string
  party: string
  expiresAt: Date
}

/**
 * Notifies members whose quote is about to end and could still be used, once each; answers how many it looked at. One that
 * fails is logged, and thrown at the end.
 */
export async function notifyEndingQuotes(db: Db, { log }: { log: Logger }): Promise<number> {
  const { rows } = await sql<EndingQuote>`
    select q.id, q.party, q.expires_at as "expiresAt" from exchange_quote q
    where ${quoteHolds} and q.expires_at <= crels_now() + make_interval(mins => ${aheadMinutes})`.execute(db)
  await eachOrThrow(
    rows,
    async (quote) => await inTransaction(db, async (tx) => await notify(tx, quote)),
    (error, { id: quoteId }) => log.error({ err: error, quoteId }, 'the end of a quote was not notified'),
  )
  return rows.length
}

async function notify(tx: Tx, { id, party, expiresAt }: EndingQuote): Promise<void> {
  // One that is being used or replaced at this moment is locked: it needs no word.
  const { rows: unused } = await sql`
    select from exchange_quote q where q.id = ${id} and q.used_at is null
      and not exists (select from exchange_quote n where n.party = q.party and n.seq > q.seq)
    for update skip locked`.execute(tx)
  const member = unused.length > 0 ? await findMemberByParty(tx, party) : undefined
  const facts = { quoteId: id, endsAt: expiresAt.toISOString() }
  if (member) await notifyMembers(tx, [member.uid], { kind: 'price_hold_ending', facts })
}
