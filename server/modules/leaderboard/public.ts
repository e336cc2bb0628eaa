// What the command line, the demo and the composition may call.
export { applyChanges, recount } from './apply-changes.ts'
export { approveSeason } from './approve-season.ts'
export { checkLeaderboard } from './check-leaderboard.ts'
export { excludeFromSeason, includeInSeason } from './exclude-from-season.ts'
export { readBoard } from './leaderboard-queries.ts'
export { openSeason } from './open-season.ts'
export { settleSeasons } from './season-jobs.ts'
export { showSeason, type ShownSeason } from './show-season.ts'
