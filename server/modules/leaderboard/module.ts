import { sql } from 'kysely'
import * as leaderboard from '#contracts/leaderboard.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import { registerOutcomeGauge } from '#server/platform/job-metrics.ts'
import { job } from '#server/platform/jobs.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { applyChanges } from './apply-changes.ts'
import { ChangePump } from './change-pump.ts'
import {
  checkLeaderboard,
  leaderboardCheck,
  leaderboardLagGauge,
  leaderboardProofMetrics,
} from './check-leaderboard.ts'
import { leaderboardExport } from './export-leaderboard.ts'
import { leaderboardVersion } from './leaderboard-queries.ts'
import { listSeasons } from './list-seasons.ts'
import { readLeaderboard } from './read-leaderboard.ts'
import { seasonJobs } from './season-jobs.ts'
import { seasonRoutes } from './season-routes.ts'

/** Who earned most, ranked over a month, a week and all time, and the prizes of months that are over. */
export function leaderboardModule({ db, log, reads, secret }: Platform): Module {
  const pump = new ChangePump(db, log)
  return {
    routes: [
      bind(leaderboard.getLeaderboard, ({ request, actor, query }) =>
        reads.read('leaderboard', request, async (db) => await readLeaderboard(db, actor, query)),
      ),
      bind(leaderboard.listSeasons, ({ request, actor, query }) =>
        reads.read('seasons', request, async (db) => await listSeasons(db, actor, query)),
      ),
      ...seasonRoutes({ secret }),
    ],
    work: () => pump.start(),
    close: async () => await pump.close(),
    jobs: [
      ...seasonJobs({ db, log }),
      job({
        name: 'check-leaderboard',
        doc: 'Proves the ranks from the ledger; `crels leaderboard recount` mends them.',
        cron: '53 3 * * *',
        retryLimit: 0,
        run: async () => {
          const found = await checkLeaderboard(db)
          if (!found.clean) log.error(found, 'leaderboard')
          return found
        },
      }),
    ],
    erase: [
      {
        name: 'leaderboard',
        erase: async ({ party }) => {
          await sql`delete from season_exclusion where party = ${party}`.execute(db)
          await sql`delete from leaderboard_yesterday where party = ${party}`.execute(db)
          // The change of the member's state is there to be applied.
          await applyChanges(db, { wait: true })
        },
      },
    ],
    export: [leaderboardExport(db)],
    topicVersions: {
      leaderboard: {
        by: 'uid',
        versions: async (reader, uids) => {
          const version = await leaderboardVersion(reader)
          return new Map(uids.map((uid) => [uid, version]))
        },
      },
    },
    metrics: (registry) => {
      registerOutcomeGauge(registry, db, {
        job: 'check-leaderboard',
        name: 'crels_leaderboard',
        help: 'The last proof of the ranks from the ledger.',
        values: leaderboardProofMetrics,
      })
      leaderboardLagGauge(registry, db)
    },
    checks: [leaderboardCheck(db)],
  }
}
