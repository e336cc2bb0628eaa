import { sql, type RawBuilder } from 'kysely'

/**
 * The campaigns (`campaign c`, `brand b`) that run at `now`: what lists show and categories count. A scheduled one
 * whose time has come is among them, one that ended is not, whether or not a job has written it. `exhausted` is
 * written by whoever spends or refills the budget. The states are spelled as in the indexes' conditions.
 */
export function runningAt(now: Date): RawBuilder<boolean> {
  return sql<boolean>`
    c.state in ('active', 'scheduled') and c.starts_at <= ${now}
    and coalesce(c.ends_at, 'infinity') > ${now} and b.state = 'active'`
}
