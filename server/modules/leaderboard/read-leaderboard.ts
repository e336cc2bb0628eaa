import * as z from 'zod/mini'
import type { LeaderboardMetric, LeaderboardPeriod } from '#contracts/leaderboard.constants.ts'
import type { Leaderboard, MyPlace, Place } from '#contracts/leaderboard.schemas.ts'
import { seasonBounds, seasonOf, weekOf } from '#rules/season.ts'
import { dayMs } from '#rules/utc-date.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { invalidValue, problem } from '#server/platform/http/problems.ts'
import {
  hadSeason,
  ownLook,
  readBoard,
  type BoardKey,
  type BoardPage,
  type OwnLook,
  type PlaceRow,
} from './leaderboard-queries.ts'
import { seasonView } from './season-view.ts'

const placeKey = z.tuple([z.int(), z.int()])

/** The query of `GET /gamification/public/leaderboard`. */
export interface LeaderboardQuery {
  period: LeaderboardPeriod
  metric: LeaderboardMetric
  season?: string
  limit: number
  cursor?: string
}

/**
 * A page of a ranking, and the caller's own place where a member asks. Throws `validation_failed` for a season beside
 * another period, and `not_found` for a month that had no season.
 */
export async function readLeaderboard(
  db: ReadDb,
  actor: Pick<MemberActor, 'uid' | 'party'> | null,
  { period, metric, season, limit, cursor }: LeaderboardQuery,
): Promise<Leaderboard> {
  if (season !== undefined && period !== 'season')
    throw invalidValue('query.season', 'A season goes with the period season.')
  const now = await databaseNow(db)
  const month = season ?? seasonOf(now)
  const after = cursor === undefined ? undefined : decodeCursor(placeKey, cursor)
  const board = await readBoard(db, boardOf({ period, metric, month, now }), {
    limit,
    after,
    party: actor?.party ?? null,
  })
  // A season in which no friend was invited has no board of friends, and is a season still.
  if (board.board === null && month !== seasonOf(now) && !(await hadSeason(db, seasonBounds(month).startsAt)))
    throw problem('not_found')
  const look = actor && (await ownLook(db, actor.uid))
  const page = pageOf(board.page, limit, ({ key }) => key)
  return {
    period,
    metric,
    ...timesOf({ period, month, now }),
    season: await seasonView(db, month, now),
    members: board.members,
    items: page.items.map((row) => placeView(row, look)),
    nextCursor: page.nextCursor,
    me: look && myPlace(board, look),
  }
}

function boardOf(of: {
  period: LeaderboardPeriod
  metric: LeaderboardMetric
  month: string
  now: Date
}): BoardKey {
  const { period, metric, month, now } = of
  if (period === 'season') return { metric, span: 'month', startsAt: seasonBounds(month).startsAt }
  if (period === 'week') return { metric, span: 'week', startsAt: weekOf(now) }
  return { metric, span: 'all', startsAt: null }
}

function timesOf({ period, month, now }: { period: LeaderboardPeriod; month: string; now: Date }) {
  if (period === 'all') return { startsAt: null, endsAt: null }
  const week = weekOf(now)
  const { startsAt, endsAt } =
    period === 'season'
      ? seasonBounds(month)
      : { startsAt: week, endsAt: new Date(week.getTime() + 7 * dayMs) }
  return { startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}

function myPlace({ me, above, below }: BoardPage, look: OwnLook): MyPlace {
  const value = me?.value ?? 0
  const rank = me?.rank ?? null
  if (rank === null)
    return { rank, value, change: null, toNext: null, isHidden: look.isHidden, neighbours: [] }
  const next = above.at(-1)
  const own = { rank, value, before: me!.before, name: look.name, photo: look.photo, isMe: true }
  return {
    rank,
    value,
    change: changeOf(own),
    // The one before was there first: the same value leaves me behind.
    toNext: next ? next.value - value + 1 : null,
    isHidden: look.isHidden,
    neighbours: [...above, own, ...below].map((row) => placeView(row, look)),
  }
}

/** A place as it is shown: one's own always with name and photo. */
export function placeView(row: Omit<PlaceRow, 'key'>, look: OwnLook | null): Place {
  const { name, photo } = row.isMe && look ? look : row
  const { rank, value, isMe } = row
  return { rank, displayName: name, photoURL: photo, value, change: changeOf(row), isMe }
}

function changeOf({ rank, before }: Pick<PlaceRow, 'rank' | 'before'>): number | null {
  return before === null ? null : before - rank
}
