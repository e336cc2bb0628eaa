import { endpoint } from './endpoint.ts'
import type { pointsSchemas } from './points.schemas.ts'

export const getPoints = endpoint<typeof pointsSchemas.getPoints>()({
  id: 'getPoints',
  method: 'GET',
  path: '/api/v1/points',
  access: 'bearer',
})

export const listPointsHistory = endpoint<typeof pointsSchemas.listPointsHistory>()({
  id: 'listPointsHistory',
  method: 'GET',
  path: '/api/v1/points/history',
  access: 'bearer',
})
