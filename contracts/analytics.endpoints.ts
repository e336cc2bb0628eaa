import type { analyticsSchemas } from './analytics.schemas.ts'
import { endpoint } from './endpoint.ts'

export const getAnalyticsSummary = endpoint<typeof analyticsSchemas.getAnalyticsSummary>()({
  id: 'getAnalyticsSummary',
  method: 'GET',
  path: '/api/v1/analytics/summary',
  access: 'bearer',
})

export const getAnalyticsTimeseries = endpoint<typeof analyticsSchemas.getAnalyticsTimeseries>()({
  id: 'getAnalyticsTimeseries',
  method: 'GET',
  path: '/api/v1/analytics/timeseries',
  access: 'bearer',
})

export const getAnalyticsBreakdown = endpoint<typeof analyticsSchemas.getAnalyticsBreakdown>()({
  id: 'getAnalyticsBreakdown',
  method: 'GET',
  path: '/api/v1/analytics/breakdown',
  access: 'bearer',
})

export const getPublicAnalytics = endpoint<typeof analyticsSchemas.getPublicAnalytics>()({
  id: 'getPublicAnalytics',
  method: 'GET',
  path: '/api/v1/analytics/public',
  access: 'public',
})
