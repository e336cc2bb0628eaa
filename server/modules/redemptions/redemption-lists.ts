import { sql, type RawBuilder } from 'kysely'
import { REDEMPTION_QUEUES } from '#contracts/operator-home.constants.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import { isMismatched } from './payout-mismatches.ts'
import { isUnlooked } from './restored-payouts.ts'

const open: readonly string[] = ['requested', 'approved', 'sending'] satisfies RedemptionState[]

/**
 * In a query: whether a row of `redemption` is in a list of the console (`REDEMPTION_LISTS`). One that may have been paid
 * since a backup is in `restored`, and in no list of its state until a person has looked.
 */
export function isInRedemptionList(list: string, row: RawBuilder<unknown>): RawBuilder<boolean> {
  if (list === 'mismatched') return isMismatched(sql`${row}.id`)
  if (list === 'restored') return isUnlooked(sql`${row}.id`)
  if (list === 'stuck')
    return sql<boolean>`(${isStuckSending(row)} and ${isInRedemptionList('sending', row)})`
  // Written out: the planner chooses an index by the state.
  const inState = sql<boolean>`${row}.state = ${sql.lit(list)}`
  return open.includes(list) ? sql<boolean>`(${inState} and not ${isUnlooked(sql`${row}.id`)})` : inState
}

/** In a query: whether no payout run has a row of `redemption`. */
export function isInNoRun(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from payout p where p.redemption_id = ${row}.id and p.state <> 'left_out')`
}

/**
 * In a query: whether a row of `redemption` waits in a queue of Home. What Home counts, its list shows, alerts go by and
 * `crels_payouts` says is this.
 */
export function isInRedemptionQueue(
  queue: keyof typeof REDEMPTION_QUEUES,
  row: RawBuilder<unknown>,
): RawBuilder<boolean> {
  const shown: { state: string; run?: 'none' } = REDEMPTION_QUEUES[queue]
  const inList = isInRedemptionList(shown.state, row)
  return shown.run === 'none' ? sql<boolean>`(${inList} and ${isInNoRun(row)})` : inList
}

/**
 * What is being sent by itself and waits for a person: what is paid by hand, what its provider was never heard to have,
 * and what a provider has had for longer than PayPal keeps one that nobody claims (30 days). Those of a file wait with
 * their payout run.
 */
function isStuckSending(row: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`
    ${row}.provider <> 'batch file' and (${row}.provider = 'manual' or ${row}.provider_state = 'unknown'
      or ${row}.state_at < crels_now() - interval '31 days')`
}
