import * as z from 'zod/mini'
import type { EndpointSchemas } from './endpoint.ts'
import { idSchema } from './ids.ts'
import { EXPORT_LISTS, VIEWS_MAX } from './operator-desk.constants.ts'
import { whole } from './operator-shapes.ts'
import { time, visible } from './shapes.ts'

const tag = 'operator'
const list = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,59}$/))
const name = z.string().check(z.trim(), z.minLength(1), z.maxLength(60), visible)
const viewParams = z.object({ id: idSchema('operatorView') })
const exportParams = z.object({ id: idSchema('operatorExport') })

const view = z.object({
  id: z.string(),
  /** Of its list, as the console names it. */
  list: z.string(),
  name: z.string(),
  /** Of the address: filters, order and columns. */
  query: z.string(),
})
export type OperatorView = z.output<typeof view>

/** What narrows a list, as in the query of its address. */
const filters = z
  .record(z.string().check(z.regex(/^[a-zA-Z]{1,40}$/)), z.string().check(z.maxLength(200)))
  .check(z.refine((given) => Object.keys(given).length <= 10))

const operatorExport = z.object({
  id: z.string(),
  list: z.enum(EXPORT_LISTS),
  filters,
  state: z.enum(['waiting', 'running', 'ready', 'cancelled', 'failed']),
  /** Written so far. */
  rows: whole,
  /** How many there were when it began; null until they were counted. */
  total: z.nullable(whole),
  startedAt: time,
  endedAt: z.nullable(time),
  /** Until when it can be downloaded. */
  expiresAt: time,
})
export type OperatorExport = z.output<typeof operatorExport>

export const operatorDeskSchemas = {
  listOperatorViews: {
    summary: 'The views that the operator saved of a list, by name.',
    tag,
    query: z.object({ list }),
    responses: { 200: z.object({ items: z.array(view) }) },
  },
  saveOperatorView: {
    summary: `Keeps a view of a list under a name, in place of one that has it already; ${VIEWS_MAX} of a list at most.`,
    tag,
    body: z.strictObject({ list, name, query: z.string().check(z.maxLength(2000)) }),
    errors: ['conflict'],
    responses: { 200: view },
  },
  renameOperatorView: {
    summary: 'Gives a view another name; `conflict` where another view of the list has it.',
    tag,
    params: viewParams,
    body: z.strictObject({ name }),
    errors: ['conflict'],
    responses: { 200: view },
  },
  removeOperatorView: {
    summary: 'Forgets a view.',
    tag,
    params: viewParams,
    responses: { 204: null },
  },
  listOperatorExports: {
    summary: 'The operator’s own files, the newest first, with how far each is.',
    tag,
    responses: { 200: z.object({ items: z.array(operatorExport) }) },
  },
  recordListFile: {
    summary:
      'Says in the log that the console makes a file of a list from the pages that it reads; what was typed into a filter is not in it.',
    tag,
    body: z.strictObject({
      list: z.string().check(z.regex(/^[a-z]+(-[a-z]+)*$/), z.maxLength(60)),
      filters: z._default(filters, {}),
    }),
    responses: { 204: null },
  },
  startOperatorExport: {
    summary: 'Begins a file of a list, as CSV: a job makes it, and it can be downloaded for a day.',
    tag,
    body: z.strictObject({ list: z.enum(EXPORT_LISTS), filters: z._default(filters, {}) }),
    errors: ['conflict', 'requires_recent_login'],
    responses: { 202: operatorExport },
  },
  removeOperatorExport: {
    summary: 'Ends a file that is being made, and removes one that is there.',
    tag,
    params: exportParams,
    responses: { 204: null },
  },
  downloadOperatorExport: {
    summary: 'The file, for the operator who asked for it alone.',
    tag,
    params: exportParams,
    errors: ['conflict', 'requires_recent_login'],
    answerType: 'text/csv',
    responses: { 200: null },
  },
} satisfies Record<string, EndpointSchemas>
