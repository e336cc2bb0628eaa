import { sql } from 'kysely'
import { minimumCrelsFor } from '#rules/minimum-payout.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { exchangeNow } from '#server/modules/exchange/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { notifyMembers, withdrawNotification } from '#server/modules/notifications/public.ts'
import { isPaused } from '#server/modules/pauses/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { DestinationRow } from './destination-queries.ts'
import { destinationText } from './destination-mail.ts'
import { frozenUntil } from './payout-freeze.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { eligibilityRefusal } from './require-eligible.ts'
import { payoutsStoppedUntil } from './stop-payouts.ts'

type Due = Pick<DestinationRow, 'id' | 'uid' | 'usableFrom'>

/**
 * Notifies members who asked for it that a destination can be used, once each. While nobody can cash out, or they cannot
 * to it, whatever they do, it waits. Answers how many were notified; one that fails is logged, thrown at the end and repeated at the next run.
 */
export async function notifyUsableDestinations(
  db: Db,
  deps: Pick<RedemptionDeps, 'sinceAccountChanges' | 'log' | 'secret'>,
  { batch = 200 }: { batch?: number } = {},
): Promise<number> {
  if ((await exchangeNow(db)).paused || (await isPaused(db, 'redemption'))) return 0
  let notified = 0
  await eachOrThrow(
    pageByPage<Due>(batch, async (after) => await dueReminders(db, after, batch)),
    async ({ id, uid }) => {
      if (!(await canCashOut(db, { uid, destinationId: id }, deps))) return
      if (await inTransaction(db, async (tx) => await remind(tx, id))) notified += 1
    },
    (error, { id }) => deps.log.error({ err: error, destination: id }, 'usable destination not notified'),
  )
  return notified
}

/** Whether nothing is against a payout to a destination that its member can only wait for. */
async function canCashOut(
  db: Db,
  { uid, destinationId }: { uid: string; destinationId: string },
  deps: Pick<RedemptionDeps, 'sinceAccountChanges' | 'secret'>,
): Promise<boolean> {
  if ((await frozenUntil(db, await deps.sinceAccountChanges(uid))) !== null) return false
  if (await payoutsStoppedUntil(db, uid)) return false
  const member = await findMember(db, uid)
  if (!member || (await balances(db, member.party)).debt > 0) return false
  return (await eligibilityRefusal(db, member, destinationId, deps)) === null
}

async function dueReminders(db: Db, after: Due | undefined, limit: number): Promise<Due[]> {
  const later = after ? sql`and (usable_from, id) > (${after.usableFrom}, ${after.id})` : sql``
  const { rows } = await sql<Due>`
    select id, uid, usable_from as "usableFrom" from payout_destination
    where remind and removed_at is null and usable_from <= crels_now() ${later}
    order by usable_from, id limit ${limit}`.execute(db)
  return rows
}

async function remind(tx: Tx, id: string): Promise<boolean> {
  // A concurrent run waits here, then finds no reminder that is due.
  const { rows } = await sql<Pick<DestinationRow, 'uid' | 'kind' | 'hint'>>`
    update payout_destination set remind = false
    where id = ${id} and remind and removed_at is null and usable_from <= crels_now()
    returning uid, kind, hint`.execute(tx)
  const destination = rows[0]
  if (!destination) return false
  const facts = {
    destinationId: id,
    destination: destinationText(destination),
    minimum: await minimumOf(tx, destination.uid),
  }
  // Payouts may have been frozen again since the last one: what was asked for then comes too.
  await withdrawNotification(tx, { kind: 'destination_ready', about: id })
  await notifyMembers(tx, [destination.uid], { kind: 'destination_ready', facts })
  return true
}

/** The least that is paid out, and whether a member has it now. */
async function minimumOf(tx: Tx, uid: string): Promise<{ usdCents: number; isReached: boolean }> {
  const { netUsdCentsMin: usdCents } = (await currentEconomy(tx)).redemption
  const { usdToCrels } = await exchangeNow(tx)
  const member = await findMember(tx, uid)
  const { available } = member ? await balances(tx, member.party) : { available: 0 }
  // Without a minimum there is still nothing to be paid for nothing.
  return { usdCents, isReached: available >= minimumCrelsFor(Math.max(usdCents, 1), usdToCrels) }
}
