export { countEvents, eventsBetween, type EventCounts, type ExportedEvent } from './event-queries.ts'
export { intakeRoutes } from './intake-routes.ts'
export { pageAnalytics } from './page-analytics.ts'
