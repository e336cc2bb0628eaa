import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/**
 * Fills the boards of points up to so many members, a quarter of them tied, by their standings alone: the ledger's entries
 * behind them would take an hour, and no page reads them. Call it with rising counts.
 */
export async function fillLeaderboard(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`select leaderboard_lock(true)`.execute(tx)
    await sql`
      insert into member (uid, iss, sub, party, short_id, email, display_name, created_at)
      select 'usr_bench' || n, 'bench', 'bench ' || n, 'pty_' || md5('bench ' || n), 'bench' || n,
             'bench' || n || '@example.com', 'Creator ' || n, crels_now() - n % 365 * interval '1 day'
      from generate_series(1, ${count}::int) n
      where n > (select count(*) from member where iss = 'bench')`.execute(tx)
    await sql`select leaderboard_open_boards(array['points'], array[crels_now()])`.execute(tx)
    // Numbers below those of the ledger's own entries.
    await sql`
      insert into leaderboard_standing (board, party, value, reached_seq)
      select b.id, 'pty_' || md5('bench ' || n), case when n % 4 = 0 then 100 else 1 + (random() * 20000)::int end,
             n - 1000000000
      from leaderboard_board b, generate_series(1, ${count}::int) n
      where b.metric = 'points'
      on conflict do nothing`.execute(tx)
    await sql`select leaderboard_count_buckets()`.execute(tx)
  })
  await sql`vacuum (analyze) leaderboard_standing`.execute(db)
  await sql`vacuum (analyze) leaderboard_bucket`.execute(db)
  await sql`vacuum (analyze) member`.execute(db)
}
