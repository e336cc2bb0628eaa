import { sql } from 'kysely'
import type { App } from '../server/app.ts'
import { seasonBounds } from '../rules/season.ts'

/** Makes a month that is over and in review, with what parties earned in it; the first two places have a prize. */
export async function seasonInReview(
  { db }: Pick<App, 'db'>,
  month: string,
  earned: readonly { party: string; points: number }[],
): Promise<void> {
  const { startsAt, endsAt } = seasonBounds(month)
  await sql`
    with board as (
      insert into leaderboard_board (metric, span, starts_at, ends_at, closed_at)
      values ('points', 'month', ${startsAt}, ${endsAt}, crels_now()) returning id)
    insert into leaderboard_standing (board, party, value, reached_seq)
    select board.id, e.party, e.points, row_number() over ()
    from board, jsonb_to_recordset(${JSON.stringify(earned)}::jsonb) as e (party text, points bigint)`.execute(
    db,
  )
  const prizes = [
    { toRank: 1, points: 500 },
    { toRank: 2, points: 200 },
  ]
  await sql`
    insert into season (month, frozen_at, review_until, prizes)
    values (${month}, crels_now(), crels_now() + interval '3 days', ${JSON.stringify(prizes)}::jsonb)`.execute(
    db,
  )
}
