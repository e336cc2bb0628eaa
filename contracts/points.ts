import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { pageQuery } from './paging.ts'
import type { Points, PointsPage } from './points.responses.ts'

const tag = 'points'

export const getPoints = endpoint<Points>()({
  id: 'getPoints',
  method: 'GET',
  path: '/api/v1/points',
  access: 'bearer',
  summary: 'My points, and the lots they are in, soonest to expire first.',
  tag,
})

export const listPointsHistory = endpoint<PointsPage>()({
  id: 'listPointsHistory',
  method: 'GET',
  path: '/api/v1/points/history',
  access: 'bearer',
  summary:
    'Every entry that made my balance of points, newest first, each with its reason and the balance after it.',
  tag,
  query: z.object({
    ...pageQuery,
    /** Only entries of one kind: `daily-check-in`, `social-share`, `points_expired`, … */
    kind: z.optional(z.string().check(z.regex(/^[a-z][a-z_-]{0,39}$/))),
  }),
})
