import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { job } from '#server/platform/jobs.ts'
import { longList, type MemberExport } from '#server/platform/member-export.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { eventsOf, removeEventsOf, removeOldEvents, type EventRow } from './event-queries.ts'
import { ForwardPump } from './forward-pump.ts'
import { registerIntakeCounter } from './intake-routes.ts'

/** What browsers and servers say people did; the intake itself is one of the web routes. */
export function productAnalyticsModule({ config, db, log }: Platform): Module {
  const { days, forward } = config.analytics
  const pump = forward && new ForwardPump(db, forward, log)
  return {
    jobs: [
      job({
        name: 'drop-old-analytics-events',
        doc: 'Drops analytics events that are older than ANALYTICS_DAYS.',
        cron: '29 3 * * *',
        run: async () => ({ dropped: await removeOldEvents(db, days) }),
      }),
    ],
    erase: [{ name: 'product-analytics', erase: async ({ uid }) => await removeEventsOf(db, uid) }],
    export: [eventsExport(db)],
    metrics: registerIntakeCounter,
    work: () => pump?.start(),
    close: async () => await pump?.close(),
  }
}

function eventsExport(db: Db): MemberExport {
  return {
    tables: ['analytics_event'],
    parts: ({ uid }) => [
      longList({
        name: 'analytics-events',
        about: m.export_analytics_events(),
        columns: ['id', 'at', 'type', 'name', 'browser', 'message'],
        next: async (last: EventRow | undefined, limit) => await eventsOf(db, uid, last, limit),
      }),
    ],
  }
}
