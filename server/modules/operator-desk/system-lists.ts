import { sql } from 'kysely'
import * as z from 'zod/mini'
import { settleMinutes } from '#server/modules/accounts/public.ts'
import { deletionWhy, isStuck } from '#server/modules/queues/public.ts'
import { iso } from '#server/platform/iso-time.ts'
import { failedRunError } from '#server/platform/job-states.ts'
import type { ExportedList } from './export-list.ts'
import { byShow, code, listOf } from './list-of.ts'

/** Lists of what does not work: addresses that mails do not reach, deletions that are stuck, runs that failed. */
export const exportedSystemLists = {
  // Of an address that several members have, a line for each.
  'suppressed-addresses': listOf({
    rows: sql`from address_trouble t left join member m on lower(m.email) = t.address`,
    among: sql`t.reason is not null`,
    at: sql`t.suppressed_at`,
    key: [
      { column: sql`t.address`, type: 'text' },
      { column: sql`md5(coalesce(m.uid, ''))`, type: 'text' },
    ],
    by: {
      q: {
        is: z.optional(z.string().check(z.trim(), z.maxLength(200))),
        where: (part) => sql`strpos(t.address, lower(${part})) > 0`,
      },
      reason: { is: code, where: (reason) => sql`t.reason = ${reason}` },
    },
    columns: {
      member: sql`m.uid`,
      address: sql`t.address`,
      reason: sql`t.reason`,
      'its server said': sql`t.detail`,
      since: iso(sql`t.suppressed_at`),
    },
  }),
  // Nothing here says who it was.
  deletions: listOf({
    rows: sql`from deletion t`,
    at: sql`t.requested_at`,
    key: [{ column: sql`t.party`, type: 'text' }],
    by: {
      // One that somebody has on their list stays there until it is over.
      show: byShow({ waits: isStuck, mine: sql`true` }),
    },
    columns: {
      party: sql`t.party`,
      'waits since': iso(sql`t.requested_at`),
      why: deletionWhy(sql`t`),
      'steps done': sql`cardinality(t.done)`,
      'last step': sql`t.done[cardinality(t.done)]`,
      'failed step': sql`t.failed_step`,
      'failed at': iso(sql`t.failed_at`),
      'settles at': iso(sql`t.requested_at + make_interval(mins => ${settleMinutes})`),
    },
  }),
  'failed-jobs': listOf({
    rows: sql`from pgboss.job t`,
    among: sql`t.state = 'failed' and t.completed_on is not null`,
    at: sql`t.completed_on`,
    key: [{ column: sql`t.id::text`, type: 'text' }],
    by: {
      job: {
        is: z.optional(z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/))),
        where: (job) => sql`t.name = ${job}`,
      },
    },
    columns: {
      id: sql`t.id`,
      job: sql`t.name`,
      error: failedRunError,
      attempts: sql`t.retry_count + 1`,
      'enqueued at': iso(sql`t.created_on`),
      'failed at': iso(sql`t.completed_on`),
    },
  }),
} satisfies Record<string, ExportedList>
