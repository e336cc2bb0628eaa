import { sql } from 'kysely'
import type { Logger } from 'pino'
import { findMemberByParty, requireActing } from '#server/modules/accounts/public.ts'
import { notifyMembers } from '#server/modules/notifications/public.ts'
import { grantSeasonPrize } from '#server/modules/rewards/public.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { Problem } from '#server/platform/http/problems.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { findSeason, type SeasonRow } from './season-queries.ts'

export interface PaidSeasons {
  paid: number
  /** Places whose member was banned or left since the review. */
  withheld: number
}

/**
 * Pays the prizes of approved seasons, each place in a transaction of its own: killed at any step nothing is half done,
 * and two workers share the places. The award's key pays a member once a season, whatever happens.
 * Throws at the end where some could not be paid, each logged: the next run tries them again.
 */
export async function paySeasons(db: Db, { log }: { log: Logger }): Promise<PaidSeasons> {
  const result = { paid: 0, withheld: 0 }
  const { rows } = await sql<{ month: string; rank: number }>`
    select p.month, p.rank from season_place p join season s on s.month = p.month and s.state = 'approved'
    where p.done_at is null order by 1, 2`.execute(db)
  try {
    await eachOrThrow(
      rows,
      async ({ month, rank }) => {
        const done = await inTransaction(db, async (tx) => await payPlace(tx, month, rank))
        if (done) result[done] += 1
      },
      (error, place) => log.error({ err: error, ...place }, 'season prize not paid'),
    )
  } finally {
    await markPaid(db)
  }
  return result
}

/** Marks the seasons of which every place is done. */
async function markPaid(db: Db): Promise<void> {
  await sql`
    update season s set state = 'paid', paid_at = crels_now()
    where s.state = 'approved'
      and not exists (select from season_place p where p.month = s.month and p.done_at is null)`.execute(db)
}

/** Pays one place; null where another worker has it. */
async function payPlace(tx: Tx, month: string, rank: number): Promise<'paid' | 'withheld' | null> {
  const season = await findSeason(tx, month)
  const { rows } = await sql<{ party: string; points: number }>`
    select party, points from season_place
    where month = ${month} and rank = ${rank} and done_at is null for update skip locked`.execute(tx)
  const place = rows[0]
  if (!season || !place) return null
  const member = await findMemberByParty(tx, place.party)
  const standing = member ? await standingOf(tx, member.uid) : 'left'
  if (standing === 'active') await grant(tx, season, { ...place, rank, uid: member!.uid })
  const withheld = standing === 'active' ? null : standing
  await sql`
    update season_place set done_at = crels_now(), withheld = ${withheld}
    where month = ${month} and rank = ${rank}`.execute(tx)
  return withheld ? 'withheld' : 'paid'
}

async function standingOf(tx: Tx, uid: string): Promise<'active' | 'banned' | 'left'> {
  try {
    await requireActing(tx, uid)
    return 'active'
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.code === 'user_disabled' ? 'banned' : 'left'
  }
}

async function grant(
  tx: Tx,
  { month, prizes }: SeasonRow,
  { uid, party, rank, points }: { uid: string; party: string; rank: number; points: number },
): Promise<void> {
  await grantSeasonPrize(tx, { party, season: month, rank, ranks: prizes })
  await notifyMembers(tx, [uid], { kind: 'season_prize', facts: { season: month, rank, points } })
}
