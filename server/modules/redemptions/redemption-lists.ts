import { sql, type RawBuilder } from 'kysely'
import { isMismatched } from './payout-mismatches.ts'
import { isUnlooked } from './restored-payouts.ts'

/** In a query: whether a row of `redemption` is in a list of the console (`REDEMPTION_LISTS`). */
export function isInRedemptionList(list: string, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (list === 'mismatched') return isMismatched(sql`${row}.id`)
  if (list === 'restored') return isUnlooked(sql`${row}.id`)
  // Written out: the planner chooses an index by the state.
  return sql<boolean>`${row}.state = ${sql.lit(list)}`
}
