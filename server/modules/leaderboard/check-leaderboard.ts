import { sql } from 'kysely'
import type { Registry } from 'prom-client'
import { Gauge } from 'prom-client'
import type { Db } from '#server/platform/database.ts'
import { collectInTime } from '#server/platform/http/scrape.ts'
import type { ReadinessCheck } from '#server/platform/readiness.ts'
import { inSnapshot } from '#server/platform/transaction.ts'

export interface LeaderboardProof {
  clean: boolean
  standings: number
  /** Standings that do not say what the ledger says, and buckets that do not count what is in them. */
  wrongStandings: number
  wrongBuckets: number
}

/**
 * Proves the open boards from the ledger, as of the snapshot they have counted: while members earn, and without a lock.
 * Buckets are proven of closed boards too.
 */
export async function checkLeaderboard(db: Db): Promise<LeaderboardProof> {
  return await inSnapshot(db, async (tx) => {
    await sql`set local statement_timeout = '15min'`.execute(tx)
    const { rows } = await sql<Omit<LeaderboardProof, 'clean'>>`
      with counted as materialized (
        select t.* from leaderboard_state s cross join lateral leaderboard_truth(s.snapshot) t
        where s.snapshot is not null
      ), said as (
        select s.* from leaderboard_standing s
        join leaderboard_board b on b.id = s.board and b.closed_at is null
      ), wrong as (
        select from counted c full join said s on s.board = c.board and s.party = c.party
        where (c.value, c.reached_seq, c.is_excluded) is distinct from (s.value, s.reached_seq, s.is_excluded)
          and coalesce(c.party, s.party) not in (select r.party from leaderboard_recheck r)
      ), next as (
        select k.*, lead(k.from_value) over w as to_value, lead(k.from_seq) over w as to_seq
        from leaderboard_bucket k window w as (partition by k.board order by k.from_value, k.from_seq)
      )
      select (select count(*) from said) as standings, (select count(*) from wrong) as "wrongStandings",
        (select count(*) from next n where n.size <> (
          select count(*) from leaderboard_standing s
          where s.board = n.board and s.value > 0 and not s.is_excluded
            and (-s.value, s.reached_seq) >= (n.from_value, n.from_seq)
            and (n.to_value is null or (-s.value, s.reached_seq) < (n.to_value, n.to_seq)))) as "wrongBuckets"`.execute(
      tx,
    )
    const found = rows[0]!
    return { ...found, clean: found.wrongStandings === 0 && found.wrongBuckets === 0 }
  })
}

/** A proof as plain numbers for /metrics. */
export function leaderboardProofMetrics(proof: LeaderboardProof): Record<string, number> {
  const { clean, standings, wrongStandings, wrongBuckets } = proof
  return {
    clean: clean ? 1 : 0,
    standings,
    wrong_standings: wrongStandings,
    wrong_buckets: wrongBuckets,
  }
}

/**
 * How long the oldest change has waited to be applied, in seconds; 0 where none waits. Asked at every scrape: ranges of an
 * index, for any number of transactions.
 */
export async function leaderboardLag(db: Db): Promise<number> {
  const isNew = sql`exists (select from entry e where e.txn_id = t.id and e.party = t.party and e.seq > s.restored_seq)`
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from crels_now() - min(w.created_at))::float8 as seconds
    from leaderboard_state s cross join lateral (
      (select t.created_at from txn t
       where t.xid >= coalesce(pg_snapshot_xmax(s.snapshot), '0')
         and t.xid < pg_snapshot_xmax(pg_current_snapshot()) and ${isNew}
       order by t.xid limit 1)
      union all
      (select t.created_at from txn t
       where t.xid = any (array(select pg_snapshot_xip(s.snapshot))) and ${isNew})
      union all
      (select f.completed_at from friend_completion f
       where f.xid >= coalesce(pg_snapshot_xmax(s.snapshot), '0')
         and f.xid < pg_snapshot_xmax(pg_current_snapshot()) and f.seq > s.restored_seq
       order by f.xid limit 1)
    ) w`.execute(db)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** A round comes four times a second: past this no process applies them. */
const lagMaxSeconds = 60

/** Says that the leaderboard stands still, which no request would. */
export function leaderboardCheck(db: Db): ReadinessCheck {
  const look = async () => {
    // That the database is away is said by its own check.
    const seconds = await leaderboardLag(db).catch(() => 0)
    if (seconds <= lagMaxSeconds) return null
    return `what members earned ${Math.round(seconds)} s ago is not on the leaderboard: does a worker run?`
  }
  return { name: 'leaderboard', refuses: false, look }
}

/** Shows the lag at /metrics. */
export function leaderboardLagGauge(registry: Registry, db: Db): void {
  const gauge: Gauge = new Gauge({
    name: 'crels_leaderboard_lag_seconds',
    help: 'How long the oldest change of what members earned has waited to be on the leaderboard.',
    registers: [registry],
    collect: collectInTime(async () => {
      const seconds = await leaderboardLag(db).catch(() => undefined)
      if (seconds !== undefined) gauge.set(seconds)
    }),
  })
}
