import { endpoint } from './endpoint.ts'
import type { operatorSeasonSchemas } from './operator-seasons.schemas.ts'

const path = '/api/v1/operator/seasons'

export const listOperatedSeasons = endpoint<typeof operatorSeasonSchemas.listOperatedSeasons>()({
  id: 'listOperatedSeasons',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read.members',
})

export const getOperatedSeason = endpoint<typeof operatorSeasonSchemas.getOperatedSeason>()({
  id: 'getOperatedSeason',
  method: 'GET',
  path: `${path}/{month}`,
  access: 'operator',
  permission: 'read.members',
})

export const excludeFromSeason = endpoint<typeof operatorSeasonSchemas.excludeFromSeason>()({
  id: 'excludeFromSeason',
  method: 'POST',
  path: `${path}/{month}/exclusions`,
  access: 'operator',
  permission: 'season.exclude',
})

export const includeInSeason = endpoint<typeof operatorSeasonSchemas.includeInSeason>()({
  id: 'includeInSeason',
  method: 'POST',
  path: `${path}/{month}/inclusions`,
  access: 'operator',
  permission: 'season.include',
})

export const approveSeason = endpoint<typeof operatorSeasonSchemas.approveSeason>()({
  id: 'approveSeason',
  method: 'POST',
  path: `${path}/{month}/approval`,
  access: 'operator',
  permission: 'season.approve',
  recentProof: true,
})
