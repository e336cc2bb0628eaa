import * as leaderboard from '#contracts/leaderboard.endpoints.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { applyChanges } from './apply-changes.ts'
import { ChangePump } from './change-pump.ts'
import { leaderboardExport } from './export-leaderboard.ts'
import { leaderboardVersion } from './leaderboard-queries.ts'
import { listSeasons } from './list-seasons.ts'
import { readLeaderboard } from './read-leaderboard.ts'

/** Who earned most, ranked over a month, a week and all time, and the prizes of months that are over. */
export function leaderboardModule({ db, log, preparedDb }: Platform): Module {
  const pump = new ChangePump(db, log)
  return {
    routes: [
      bind(leaderboard.getLeaderboard, ({ actor, query }) => readLeaderboard(preparedDb, actor, query)),
      bind(leaderboard.listSeasons, ({ actor, query }) => listSeasons(preparedDb, actor, query)),
    ],
    work: () => pump.start(),
    close: async () => await pump.close(),
    erase: [{ name: 'leaderboard', erase: async () => void (await applyChanges(db, { wait: true })) }],
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
  }
}
