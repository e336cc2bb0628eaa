import { sql, type RawBuilder } from 'kysely'

/**
 * The campaigns (`campaign c`, `brand b`) that run at `now`: what lists show and categories count. A scheduled one
 * whose time has come is among them, one that ended is not, whether or not a job has written it. `exhausted` is written
 * by the transaction that spends or refills the budget. The states are spelled as in the indexes' conditions. Nearly
 * all of these have begun and not ended; where `now` is not known yet the planner takes each `is not true` for two in
 * three, a plain comparison for one in three and two of one column for one in 200, and then reads and sorts all of a
 * list.
 */
export function runningAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`
    c.state in ('active', 'scheduled') and (c.starts_at > ${now}) is not true
    and (coalesce(c.ends_at, 'infinity') <= ${now}) is not true and b.state = 'active'`
}
