import { sql } from 'kysely'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'

interface StandingRow {
  metric: string
  span: string
  from: Date | null
  value: number
  rank: number | null
}

interface PastRow {
  season: string
  rank: number | null
  value: number | null
  points: number | null
  paidAt: Date | null
  decided: 'excluded' | 'included' | null
  because: string | null
}

/** Exports what a member has on every board with their rank, and how past seasons ended for them. */
export function leaderboardExport(db: Db): MemberExport {
  return {
    tables: ['leaderboard_standing', 'season_place', 'season_exclusion'],
    parts: ({ party }) => [
      shortList({
        name: 'leaderboard',
        about: m.export_leaderboard(),
        columns: ['metric', 'span', 'from', 'value', 'rank'],
        read: async () => (await standingsOf(party).execute(db)).rows,
      }),
      shortList({
        name: 'seasons',
        about: m.export_season_places(),
        columns: ['season', 'rank', 'value', 'points', 'paidAt', 'decided', 'because'],
        read: async () => (await pastOf(party).execute(db)).rows,
      }),
    ],
  }
}

const standingsOf = (party: string) => sql<StandingRow>`
  select b.metric, b.span, case when isfinite(b.starts_at) then b.starts_at end as from, s.value,
    case when s.value > 0 and not s.is_excluded then leaderboard_rank(s.board, -s.value, s.reached_seq) end as rank
  from leaderboard_board b join leaderboard_standing s on s.board = b.id and s.party = ${party}
  order by b.id`

const pastOf = (party: string) => sql<PastRow>`
  select coalesce(p.month, x.month) as season, p.rank, p.value, p.points,
    case when p.withheld is null then p.done_at end as "paidAt",
    case x.is_out when true then 'excluded' when false then 'included' end as decided, x.reason as because
  from (select * from season_place where party = ${party}) p
  full join (select * from season_exclusion where party = ${party}) x on x.month = p.month
  order by 1, x.id`
