import { job } from '#server/platform/jobs.ts'
import type { Module } from '#server/platform/module.ts'
import type { AlertDeps } from './alert-deps.ts'
import { sendAlertDigest, sendAlerts } from './send-alerts.ts'

/** Milliseconds that the other side has to take an alert. */
const postWithinMs = 10_000

/** What operators are notified of without looking. */
export function alertsModule(deps: AlertDeps): Module {
  return {
    jobs: [
      job({
        name: 'send-alerts',
        doc: 'Notifies operators of what waits too long or is not proved, once a day each.',
        cron: '*/5 * * * *',
        retryLimit: 0,
        run: async () => ({ notified: await sendAlerts(deps) }),
      }),
      job({
        name: 'send-alert-digest',
        doc: 'Mails operators each day, at 06:00 in the site’s time zone or as soon after as a worker runs, how queues, books and log stand.',
        // Zones begin their hours on quarters of an hour.
        cron: '*/15 * * * *',
        run: async () => ({ notified: await sendAlertDigest(deps) }),
      }),
      job({
        name: 'post-alert',
        doc: 'Posts an alert to ALERT_WEBHOOK.',
        isOutward: true,
        run: async (said: object) => {
          if (deps.webhookUrl === null) return
          const response = await fetch(deps.webhookUrl, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(said),
            redirect: 'error',
            signal: AbortSignal.timeout(postWithinMs),
          })
          await response.body?.cancel()
          if (!response.ok) throw new Error(`The alert was answered ${response.status}`)
        },
      }),
    ],
  }
}
