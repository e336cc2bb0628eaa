import { sql } from 'kysely'
import type { Logger } from 'pino'
import { utcMonth } from '#rules/utc-months.ts'
import { findMemberByParty, rememberAddress } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { awardedAddresses } from './address-award-queries.ts'

/**
 * Notifies members whose points are about to expire, once for each batch: the points that expire in one month (UTC),
 * when the first of them come within the days of the settings. What came into a month that was notified, as points of a
 * cancelled order do, is a batch of its own. Answers how many members were notified; one that fails is logged,
 * repeated at the next run, and thrown at the end.
 */
export async function notifyExpiring(
  db: Db,
  { log, batch = 200 }: { log: Logger; batch?: number },
): Promise<number> {
  const { noticeDays } = (await currentEconomy(db)).points
  let notified = 0
  await eachOrThrow(
    pageByPage<string>(
      batch,
      async (after) => await unnotified(db, { days: noticeDays, after, limit: batch }),
    ),
    async (party) => {
      if (await inTransaction(db, async (tx) => await notify(tx, party, noticeDays))) notified += 1
    },
    (error, party) => log.error({ err: error, party }, 'expiring points not notified'),
  )
  return notified
}

/**
 * A lot that no notification named: it expires in a later month, or came back since. Lots of one account are numbered
 * while it is locked, so one that commits later has a higher number. What is earned into a month that was notified is not
 * notified again: where points expire within a month, that would be each day.
 */
const isUnnotified = sql<boolean>`
  (l.expires_at >= n.notified_until or (l.restores is not null and l.id > n.notified_lot))`

/** Parties with points that expire within the days and of which no notification said so yet; after one, by their ids. */
async function unnotified(
  db: Db,
  { days, after = '', limit }: { days: number; after?: string | undefined; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select distinct a.party
    from point_lot l
    join account a on a.id = l.account_id
    left join points_notice n on n.party = a.party
    where l.remaining > 0 and l.expires_at > crels_now()
      and l.expires_at <= crels_now() + make_interval(days => ${days})
      and (n.party is null or ${isUnnotified}) and a.party > ${after}
    order by a.party limit ${limit}`.execute(db)
  return rows.map(({ party }) => party)
}

async function notify(tx: Tx, party: string, days: number): Promise<boolean> {
  await sql`insert into points_notice (party, notified_until) values (${party}, '-infinity')
    on conflict do nothing`.execute(tx)
  // A concurrent run waits here, then finds notified_until set.
  await sql`select from points_notice where party = ${party} for update`.execute(tx)
  const first = await firstUnnotified(tx, party, days)
  if (!first) return false
  const monthEnd = new Date(utcMonth(first.at.getTime(), 1))
  const until = first.isLater ? first.notifiedUntil : monthEnd
  const { points, lastLot } = await unnotifiedPoints(tx, party, until)
  await sql`
    update points_notice set notified_until = ${until}, notified_lot = greatest(notified_lot, ${lastLot}::bigint)
    where party = ${party}`.execute(tx)
  const member = await findMemberByParty(tx, party)
  if (!member) return false
  const facts = { points, firstAt: first.at.toISOString(), ...(first.isLater && { lastLot }) }
  await notifyMembers(tx, [member.uid], { kind: 'points_expiring', facts })
  return true
}

interface FirstUnnotified {
  at: Date
  /** It came into a month that was notified; `notifiedUntil` is a date then. */
  isLater: boolean
  notifiedUntil: Date
}

/** The lot that expires first of those within the days that no notification named. */
async function firstUnnotified(tx: Tx, party: string, days: number): Promise<FirstUnnotified | undefined> {
  const { rows } = await sql<FirstUnnotified>`
    select l.expires_at as at, l.expires_at < n.notified_until as "isLater",
           greatest(l.expires_at, n.notified_until) as "notifiedUntil"
    from account a
    join points_notice n on n.party = a.party
    join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > crels_now()
      and l.expires_at <= crels_now() + make_interval(days => ${days}) and ${isUnnotified}
    where a.party = ${party} and a.code = 'member.points'
    order by l.expires_at, l.id limit 1`.execute(tx)
  return rows[0]
}

/** The points of those that expire before a moment, and the last lot that is there: from one snapshot. */
async function unnotifiedPoints(
  tx: Tx,
  party: string,
  until: Date,
): Promise<{ points: number; lastLot: number }> {
  const { rows } = await sql<{ points: number; lastLot: number }>`
    select coalesce(sum(l.remaining) filter (where l.expires_at < ${until} and ${isUnnotified}), 0)::bigint as points,
           max(l.id) as "lastLot"
    from account a
    join points_notice n on n.party = a.party
    join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > crels_now()
    where a.party = ${party} and a.code = 'member.points'`.execute(tx)
  return rows[0]!
}

/**
 * Deletes until when a member was notified of expiring points, and the addresses under which they had once-only rewards.
 * Those addresses stay for twelve months as hashes in `left_address`, also the ones the member has changed since.
 */
export function pointsErasure(db: Db): MemberErasure {
  return {
    name: 'points',
    onConfirmed: async (tx, { uid }) => {
      for (const hash of await awardedAddresses(tx, uid)) await rememberAddress(tx, hash)
    },
    erase: async ({ uid, party }) => {
      await sql`delete from points_notice where party = ${party}`.execute(db)
      await sql`delete from address_award where uid = ${uid}`.execute(db)
    },
  }
}
