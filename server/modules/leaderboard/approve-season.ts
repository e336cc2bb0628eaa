import { sql } from 'kysely'
import type { Logger } from 'pino'
import { seasonPrizePoints } from '#rules/season-prize.ts'
import { seasonBounds } from '#rules/season.ts'
import {
  authorOf,
  decidedBefore,
  operate,
  requireNotOwn,
  requireOwnAgain,
  type OperatorActor,
} from '#server/modules/operators/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { eachOrThrow } from '#server/platform/each-by-itself.ts'
import { problem } from '#server/platform/http/problems.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { approvalOf } from './season-approval.ts'
import { operatorsMovingUp } from './held-season.ts'
import {
  firstPlaces,
  insertDecision,
  lockSeason,
  placesOfWorth,
  type FrozenPlace,
  type SeasonRow,
} from './season-queries.ts'

/** Who approves a season whose review is over, and takes out who may not be paid. */
const endOfReview = 'the end of the review'

/**
 * Ends the review of a season: members who are banned or have left are taken out, the places behind close up, and those
 * that are worth something are written down for payment. Answers how many. Throws `not_found`, `forbidden` for an operator
 * who has one of them as a member, and `conflict` for one that is not in review, or whose places are others than those
 * that were `seen` (`SeasonApproval`); without it, they are approved as they stand.
 */
export async function approveSeason(
  tx: Tx,
  actor: OperatorActor,
  { month, seen }: { month: string; seen?: string | undefined },
): Promise<{ places: number }> {
  const season = await requireReview(tx, month)
  // A round that lets a member in again comes before the places are read, or after the review.
  await sql`select leaderboard_lock(true)`.execute(tx)
  const approval = await approvalOf(tx, season)
  if (seen !== undefined && seen !== approval.seen)
    throw problem('conflict', {
      detail: `The places of ${month} are others than those you looked at: nothing was approved.`,
    })
  const { paidPlaces, points } = approval
  await operate(tx, actor, { action: 'season.approve', target: month, after: { paidPlaces, points } })
  const at = await databaseNow(tx)
  const places = await eligiblePlaces(tx, season, at)
  await requireNotOwn(tx, actor, ...places.map(({ uid }) => uid))
  for (const { rank, party, value } of places)
    await sql`
      insert into season_place (month, rank, party, value, points)
      values (${month}, ${rank}, ${party}, ${value}, ${seasonPrizePoints(rank, { ranks: season.prizes })})`.execute(
      tx,
    )
  await sql`
    update season set state = 'approved', approved_at = ${at}, approved_by = ${authorOf(actor)} where month = ${month}`.execute(
    tx,
  )
  await sql`select leaderboard_changed()`.execute(tx)
  return { places: places.length }
}

/** The same by an operator in the console: their own approval again changes nothing, one by another throws `conflict`. */
export async function approveSeasonOnce(
  tx: Tx,
  actor: OperatorActor,
  { month, seen }: { month: string; seen?: string | undefined },
): Promise<void> {
  if ((await lockSeason(tx, month))?.state !== 'approved')
    return void (await approveSeason(tx, actor, { month, seen }))
  await requireOwnAgain(tx, actor, { action: 'season.approve', target: month, detail: reviewIsOver(month) })
}

/** The places of a season that are worth something, as it stands. */
export async function worthyPlaces(tx: Tx, season: SeasonRow): Promise<FrozenPlace[]> {
  const { startsAt } = seasonBounds(season.month)
  return await firstPlaces(tx, { startsAt, limit: placesOfWorth(season) })
}

/**
 * Approves the seasons whose review is over, but for those in which an operator moves up (`operatorsMovingUp`), which wait
 * for a person in the queue `seasons`; answers the months. One that fails is logged, tried again at the next run, and thrown
 * at the end.
 */
export async function approveDueSeasons(db: Db, { log }: { log: Logger }): Promise<string[]> {
  const approved: string[] = []
  const { rows } = await sql<{ month: string }>`
    select month from season where state = 'review' and review_until <= crels_now() order by month`.execute(
    db,
  )
  await eachOrThrow(
    rows,
    async ({ month }) => {
      if (await inTransaction(db, async (tx) => await approveDue(tx, month))) approved.push(month)
    },
    (error, { month }) => log.error({ err: error, month }, 'season not approved'),
  )
  return approved
}

async function approveDue(tx: Tx, month: string): Promise<boolean> {
  const season = await lockSeason(tx, month)
  // Another process, or an operator, may have been sooner.
  if (season?.state !== 'review' || (await operatorsMovingUp(tx, season)).length > 0) return false
  await approveSeason(tx, { via: 'job', source: endOfReview }, { month })
  return true
}

function reviewIsOver(month: string): string {
  return `The review of the season ${month} is over.`
}

/** Locks a season that is in review. Throws `not_found` and `conflict`. */
export async function requireReview(tx: Tx, month: string): Promise<SeasonRow> {
  const season = await lockSeason(tx, month)
  if (!season) throw problem('not_found', { detail: `The season ${month} is not frozen.` })
  if (season.state !== 'review')
    throw await decidedBefore(tx, month, reviewIsOver(month), { actions: ['season.approve'] })
  return season
}

/** The first places, when everyone on them may be paid. */
async function eligiblePlaces(tx: Tx, season: SeasonRow, at: Date): Promise<FrozenPlace[]> {
  const { month } = season
  const { startsAt } = seasonBounds(month)
  for (;;) {
    const places = await worthyPlaces(tx, season)
    const gone = places.filter(({ state }) => state !== 'active')
    if (gone.length === 0) return places
    for (const { party, state } of gone) {
      const reason = state === 'disabled' ? 'banned' : 'left'
      await insertDecision(tx, { month, startsAt, party, isOut: true, reason, author: endOfReview, at })
    }
  }
}
