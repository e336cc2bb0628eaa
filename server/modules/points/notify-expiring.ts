import { sql } from 'kysely'
import { monthStarts } from '#rules/reward-tier.ts'
import { findMemberByParty, rememberAddress } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { awardedAddresses } from './address-award-queries.ts'

/**
 * Notifies members whose points are about to expire, once for each batch: the points that expire in one month (UTC),
 * when the first of them come within the days of the settings. Answers how many members were notified.
 */
export async function notifyExpiring(db: Db, batch = 200): Promise<number> {
  const { points } = await currentEconomy(db)
  let notified = 0
  for (;;) {
    const parties = await unnotified(db, points.noticeDays, batch)
    for (const party of parties)
      if (await inTransaction(db, async (tx) => await notify(tx, party, points.noticeDays))) notified += 1
    if (parties.length < batch) return notified
  }
}

/** Parties with points that expire within the days and of which no notification said so yet. */
async function unnotified(db: Db, days: number, limit: number): Promise<string[]> {
  const { rows } = await sql<{ party: string }>`
    select distinct a.party
    from point_lot l
    join account a on a.id = l.account_id
    left join points_notice n on n.party = a.party
    where l.remaining > 0 and l.expires_at > crels_now()
      and l.expires_at <= crels_now() + make_interval(days => ${days})
      and (n.notified_until is null or l.expires_at >= n.notified_until)
    limit ${limit}`.execute(db)
  return rows.map(({ party }) => party)
}

async function notify(tx: Tx, party: string, days: number): Promise<boolean> {
  await sql`insert into points_notice (party, notified_until) values (${party}, '-infinity')
    on conflict do nothing`.execute(tx)
  // A concurrent run waits here, then finds notified_until set.
  await sql`select from points_notice where party = ${party} for update`.execute(tx)
  const { rows: firsts } = await sql<{ first: Date | null }>`
    select min(l.expires_at) as first from account a
    join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > crels_now()
      and l.expires_at <= crels_now() + make_interval(days => ${days})
    join points_notice n on n.party = a.party and l.expires_at >= n.notified_until
    where a.party = ${party} and a.code = 'member.points'`.execute(tx)
  const first = firsts[0]?.first
  if (!first) return false
  const until = new Date(monthStarts(first.getTime(), 1))
  const { rows: sums } = await sql<{ points: number }>`
    select coalesce(sum(l.remaining), 0)::bigint as points from account a
    join point_lot l on l.account_id = a.id and l.remaining > 0 and l.expires_at > crels_now()
      and l.expires_at >= ${first} and l.expires_at < ${until}
    where a.party = ${party} and a.code = 'member.points'`.execute(tx)
  await sql`update points_notice set notified_until = ${until} where party = ${party}`.execute(tx)
  const member = await findMemberByParty(tx, party)
  if (!member) return false
  const facts = { points: sums[0]!.points, firstAt: first.toISOString() }
  await notifyMembers(tx, [member.uid], { kind: 'points_expiring', facts })
  return true
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
