import type pg from 'pg'

/** Statements that one connection keeps: a plan takes some 100 KB there. What comes later is planned each time. */
const statementsMax = 100

/**
 * Has every connection of a pool keep the plans of its statements by name, made for any parameters, so that none is
 * planned again: of a page of campaigns planning is the larger part. PostgreSQL by itself keeps such a plan only where it
 * guesses it to be no dearer, which for limits and times it never does (bench/campaigns.ts). So a statement belongs here
 * if it is asked often, there are few of it, and one plan is right for all its parameters.
 */
export function prepareStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const names = new Map<string, string>()
    const query = client.query.bind(client) as (asked: unknown, values?: unknown) => unknown
    const named = (text: unknown, values?: unknown) => {
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return query(text, values)
      const name = names.get(text) ?? (names.size < statementsMax ? `s${names.size}` : undefined)
      if (name === undefined) return query(text, values)
      names.set(text, name)
      return query({ name, text, values })
    }
    client.query = named as typeof client.query
  })
}
