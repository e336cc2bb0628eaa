import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { whole } from './operator-shapes.ts'
import { pageQuery } from './paging.ts'
import { time } from './shapes.ts'

const tag = 'operator'
const jobName = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,63}$/))

/** A job, and what became of its runs of the last seven days. */
const systemJob = z.object({
  name: jobName,
  doc: z.string(),
  /** When it runs by itself, as a cron expression (UTC); null for one that something else enqueues. */
  cron: z.nullable(z.string()),
  nextAt: z.nullable(time),
  lastDoneAt: z.nullable(time),
  lastFailedAt: z.nullable(time),
  /** Runs that failed for good, and may be tried again. */
  failed: whole,
  /** Runs that are due or put off, and since when the oldest of those due is. */
  waiting: whole,
  oldestDueAt: z.nullable(time),
})
export type SystemJob = z.output<typeof systemJob>

const troubledWebhook = z.object({
  id: idSchema('webhookEndpoint'),
  /** Its slug. */
  brand: z.string(),
  /** Where it is sent to: the path is a secret with some receivers. */
  host: z.string(),
  state: z.enum(['active', 'disabled']),
  failingSince: z.nullable(time),
  failed: whole,
  pending: whole,
})
export type TroubledWebhook = z.output<typeof troubledWebhook>

const system = z.object({
  /** Of the process that answers. */
  version: z.string(),
  node: z.string(),
  /** Processes that said within the last minute that they live. */
  processes: z.array(
    z.object({ version: z.string(), serves: z.boolean(), works: z.boolean(), startedAt: time, seenAt: time }),
  ),
  /** Since when no process that works on the jobs has said that it lives; null while one does. */
  noWorkerSince: z.nullable(time),
  jobs: z.array(systemJob),
  mail: z.object({
    /** Addresses that are sent no mail, as one bounced or was called spam, and those that only bounced softly. */
    bounced: whole,
    complained: whole,
    soft: whole,
  }),
  /** Endpoints of brands with deliveries that failed, or that are failing now; the most first, 100 at most. */
  webhooks: z.array(troubledWebhook),
})
export type System = z.output<typeof system>

const findings = z.object({
  checkedAt: time,
  /** What `crels doctor` says, in its order. */
  items: z.array(
    z.object({
      name: z.string(),
      verdict: z.enum(['ok', 'warning', 'problem', 'not checked']),
      says: z.string(),
    }),
  ),
})
export type Findings = z.output<typeof findings>

const failedJob = z.object({
  id: z.uuid(),
  name: jobName,
  failedAt: time,
  createdAt: time,
  /** How often it was tried. */
  attempts: whole,
  /** What the last try failed of: the first line. */
  error: z.nullable(z.string()),
})
export type FailedJob = z.output<typeof failedJob>

export const operatorSystemSchemas = {
  getSystem: {
    summary: 'Which processes run, how the jobs are, and what mail and webhooks could not be delivered.',
    tag,
    responses: { 200: system },
  },
  examineSystem: {
    summary:
      'What `crels doctor` finds, looked at now, or with `maxAgeSec` within so many seconds; nothing is changed.',
    tag,
    query: z.object({
      maxAgeSec: z.optional(z.coerce.number().check(z.int(), z.nonnegative(), z.maximum(3_600))),
    }),
    ratePerMinute: 30,
    responses: { 200: findings },
  },
  listFailedJobs: {
    summary: 'Runs of jobs that failed for good within seven days, the latest first.',
    tag,
    query: z.object({ ...pageQuery, job: z.optional(z.string().check(z.maxLength(64))) }),
    responses: {
      200: z.object({ items: z.array(failedJob), nextCursor: z.nullable(z.string()) }),
    },
  },
  runJob: {
    summary: 'Has a worker run a job of the timetable now.',
    tag,
    params: z.object({ name: jobName }),
    ratePerMinute: 30,
    responses: { 202: z.object({ job: jobName }) },
    errors: ['conflict'],
  },
  retryJob: {
    summary: 'Has failed runs of a job tried again: one, or up to 10 000 of them, the oldest first.',
    tag,
    params: z.object({ name: jobName }),
    body: z.object({ id: z.optional(z.uuid()) }),
    ratePerMinute: 60,
    responses: { 200: z.object({ retried: whole }) },
  },
  replayFailedWebhooks: {
    summary: 'Sends again every message to an endpoint of a brand that failed.',
    tag,
    params: z.object({ id: idSchema('webhookEndpoint') }),
    ratePerMinute: 30,
    responses: { 200: z.object({ replayed: whole }) },
    errors: ['webhook_disabled'],
  },
} satisfies Record<string, EndpointSchemas>
