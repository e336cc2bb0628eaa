import type pg from 'pg'
import { beginSpan, errorType, hasSpan } from './tracing.ts'

/**
 * A span for each statement of a pool that is part of something traced: its verb and first table, and neither its text
 * nor a value. Statements of a process by itself, such as a look for jobs, have none.
 */
export function traceQueries(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    const spanned = (...asked: unknown[]) => {
      const text = textOf(asked[0])
      if (text === undefined || !hasSpan()) return query(...asked)
      const { verb, summary } = summaryOf(text)
      const span = beginSpan('client', summary, {
        'db.system.name': 'postgresql',
        'db.operation.name': verb,
        'db.query.summary': summary,
      })
      const answer = query(...asked)
      if (answer instanceof Promise)
        answer.then(
          () => span?.end(),
          (error: unknown) => span?.end({}, errorType(error)),
        )
      else span?.end()
      return answer
    }
    client.query = spanned as typeof client.query
  })
}

/** What is asked as a stream or with a callback is none of the product's statements. */
function textOf(asked: unknown): string | undefined {
  if (typeof asked === 'string') return asked
  const { text, submit } = (asked ?? {}) as { text?: unknown; submit?: unknown }
  return typeof text === 'string' && submit === undefined ? text : undefined
}

interface Summary {
  verb: string
  /** The verb with the first table that is named, such as `SELECT member`. */
  summary: string
}

const summaries = new Map<string, Summary>()
const summariesMax = 2_000

/** What a statement does and to which table; of values written into its text nothing is left. */
export function summaryOf(text: string): Summary {
  const known = summaries.get(text)
  if (known) return known
  const bare = text.replaceAll(/--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[^]*?\$\1\$/g, ' ')
  const verb = (/^[\s(]*([a-z]+)/i.exec(bare)?.[1] ?? 'query').toUpperCase()
  const table = /\b(?:from|into|update)\s+(?:only\s+)?"?([a-z_][\w.]*)"?/i.exec(bare)?.[1]
  const summary = { verb, summary: table ? `${verb} ${table}` : verb }
  if (summaries.size < summariesMax) summaries.set(text, summary)
  return summary
}
