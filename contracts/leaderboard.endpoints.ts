import { endpoint } from './endpoint.ts'
import type { leaderboardSchemas } from './leaderboard.schemas.ts'

/** Called with `auth: 'forced'` it says my own place as well. */
export const getLeaderboard = endpoint<typeof leaderboardSchemas.getLeaderboard>()({
  id: 'getLeaderboard',
  method: 'GET',
  path: '/api/v1/gamification/public/leaderboard',
  access: 'public',
})

export const listSeasons = endpoint<typeof leaderboardSchemas.listSeasons>()({
  id: 'listSeasons',
  method: 'GET',
  path: '/api/v1/gamification/public/seasons',
  access: 'public',
})
