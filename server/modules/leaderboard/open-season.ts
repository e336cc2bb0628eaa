import { sql } from 'kysely'
import { seasonBounds } from '#rules/season.ts'
import type { Tx } from '#server/platform/database.ts'

/** Opens the boards of a past month, which has none by itself: for a history that is loaded. Count anew afterwards. */
export async function openSeason(tx: Tx, month: string): Promise<void> {
  const { startsAt, endsAt } = seasonBounds(month)
  await sql`
    insert into leaderboard_board (metric, span, starts_at, ends_at)
    select metric, 'month', ${startsAt}, ${endsAt} from unnest(array['points', 'earnings', 'invitations']) metric
    on conflict do nothing`.execute(tx)
}
