import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { pageQuery } from './paging.ts'
import { zone } from './operator-shapes.ts'
import { date, pageOf, time } from './shapes.ts'

const tag = 'audit'
const seq = z.int().check(z.positive())

const via = z.enum(['console', 'api key', 'command', 'job', 'database'])

/** What the entries are chosen by. */
const filters = {
  /** Whole days in `zone`, the last one included. */
  from: z.optional(date),
  to: z.optional(date),
  /** A name of the IANA database; the site’s without one. */
  zone: z.optional(zone),
  via: z.optional(via),
  /** As the answer and the log of a request have it. */
  requestId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
  operatorId: z.optional(idSchema('operator')),
  action: z.optional(z.string().check(z.regex(/^[a-z-]+\.[a-z-]+$/), z.maxLength(80))),
  /** The id of what was acted on, or the uid of a member, by which only who may read of members finds anything. */
  target: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
}

/** An act as the log has it. */
const auditEntry = z.object({
  seq,
  id: idSchema('auditEntry'),
  at: time,
  /** The operator's name, or what acted by itself. */
  by: z.string(),
  operatorId: z.nullable(idSchema('operator')),
  via,
  action: z.string(),
  /** `erased` where it was a member who has left, `member` to who may not read of members. */
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  reason: z.nullable(z.string()),
  requestId: z.nullable(z.string()),
  /** Null to who may not read of members, too. */
  member: z.nullable(z.string()),
  /**
   * Values of the member: `sealed` in lists and files, and to who may not look at members, `confidential` to who may not do
   * the act where it shows what is shown to nobody else, `erased` once they have left.
   */
  personal: z.unknown(),
})
export type AuditEntryView = z.output<typeof auditEntry>

/** A row of an audited table that the act changed. */
const auditChange = z.object({
  table: z.string(),
  key: z.unknown(),
  /** Null for a new row. */
  before: z.unknown(),
  /** Null for one that was deleted. */
  after: z.unknown(),
})

/** What proving the log came to. It goes on by itself: no request waits for it. */
const auditProof = z.object({
  /** Since when a proof was asked for that is not over; null where none is. */
  underWaySince: z.nullable(time),
  /** When one failed, after which none was done. */
  failedAt: z.nullable(time),
  /** What the last one found; null before the first. */
  last: z.nullable(
    z.object({
      at: time,
      entries: z.int(),
      /** The hash of the last entry: kept elsewhere, it proves that none before it changed since. */
      head: z.string(),
      /** Where the chain does not hold: the first 100. */
      breaks: z.array(z.object({ seq: z.int(), is: z.string() })),
      /** Rows that are other than the log says, by table: the first 100 of each. */
      differences: z.array(z.object({ table: z.string(), count: z.int() })),
    }),
  ),
})
export type AuditProof = z.output<typeof auditProof>

export const operatorAuditSchemas = {
  listAuditLog: {
    summary: 'What operators, commands and jobs did, the newest first.',
    tag,
    query: z.object({ ...pageQuery, ...filters }),
    responses: { 200: pageOf(auditEntry) },
  },
  getAuditEntry: {
    summary:
      'One act with the rows of audited tables that it changed, before and after. Values of a member are opened in it, of which the log says that its reader looked.',
    tag,
    params: z.object({ id: idSchema('auditEntry') }),
    responses: {
      200: z.extend(auditEntry, {
        /** The first 1,000 of them, in the order they were changed in. */
        changes: z.array(auditChange),
        /** How many there are. */
        changeCount: z.int().check(z.nonnegative()),
      }),
    },
  },
  getAuditProof: {
    summary: 'What the last proof of the log found, and whether another is under way.',
    tag,
    responses: { 200: auditProof },
  },
  proveAuditLog: {
    summary:
      'Has the chain of the log proved, and that the audited tables are as it says, as each day. It goes on by itself; `getAuditProof` says what it found.',
    tag,
    ratePerMinute: 6,
    responses: { 202: auditProof },
  },
  exportAuditCsv: {
    summary:
      'The entries of the log as CSV, the newest first, without values of members. One that names members takes `list.export` and is in the log.',
    tag,
    query: z.object(filters),
    answerType: 'text/csv',
    ratePerMinute: 6,
    responses: { 200: null },
  },
  exportAuditJson: {
    summary:
      'The entries of the log as a JSON list, the newest first, without values of members. One that names members takes `list.export` and is in the log.',
    tag,
    query: z.object(filters),
    answerType: 'application/json',
    ratePerMinute: 6,
    responses: { 200: null },
  },
} satisfies Record<string, EndpointSchemas>
