import { sql } from 'kysely'
import type pg from 'pg'

/**
 * Statements that one connection keeps: a plan takes some 100 KB there. What comes later is planned each time. Those that
 * keep `all` are open for one piece of work.
 */
const statementsMax = { lists: 100, marked: 100, all: 1_000 }

/** Whose plans a connection keeps: of lists, of what is marked, or of every statement with values. */
export type KeptPlans = keyof typeof statementsMax

/** The last words of a marked statement. */
export const mark = '/* keeps its plan */'

/**
 * Ends a statement whose plan each connection of the product keeps, where it has it to itself
 * (docs/decisions/120-marked-statements-keep-their-plans.md): one that is asked often, and for which one plan is right
 * for all parameters, as by a key. PostgreSQL goes on to plan it anew where it guesses a plan for any to be dearer.
 */
export const keepsPlan = sql.raw(mark)

/**
 * Has every connection of a pool keep the plans of its statements by name: of those that are `marked`, or of all, as
 * `lists` do, made for any parameters (`listSettings`), so that none is planned again: of a page of campaigns planning is
 * the larger part. PostgreSQL by itself keeps such a plan only where it guesses it to be no dearer, which for limits and
 * times it never does (bench/campaigns.ts). So a statement belongs among the lists if it is asked often, there are few of
 * it, and one plan is right for all its parameters.
 */
export function prepareStatements(pool: pg.Pool, which: KeptPlans): void {
  const isKept = (text: string, values: unknown[]) =>
    which === 'marked' ? text.endsWith(mark) : values.length > 0
  pool.on('connect', (client) => {
    const names = new Map<string, string>()
    const query = client.query.bind(client) as (...asked: unknown[]) => unknown
    // A pool that is asked itself gives a callback besides, which has to be called.
    const named = (text: unknown, values?: unknown, ...more: unknown[]) => {
      if (typeof text !== 'string' || !Array.isArray(values) || !isKept(text, values))
        return query(text, values, ...more)
      const name = names.get(text) ?? (names.size < statementsMax[which] ? `s${names.size}` : undefined)
      if (name === undefined) return query(text, values, ...more)
      names.set(text, name)
      return query({ name, text, values }, ...more)
    }
    client.query = named as typeof client.query
  })
}
