import { sql, type RawBuilder } from 'kysely'
import { REDEMPTION_QUEUES } from '#contracts/operator-home.constants.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import { isMismatched } from './payout-mismatches.ts'
import { isUnlooked } from './redemption-queries.ts'

const open: readonly RedemptionState[] = ['requested', 'approved', 'sending']

/** What is in a list of the console: the states of its redemptions, and what holds of each beside. */
interface RedemptionList {
  states: readonly RedemptionState[]
  also?: (row: RawBuilder<unknown>) => RawBuilder<boolean>
}

/**
 * One that may have been paid since a backup is in `restored`, and in no list of its state until a person has looked; of
 * what was never sent no provider says otherwise (payout-mismatches.ts).
 */
function listNamed(list: string): RedemptionList {
  if (list === 'mismatched')
    return { states: ['sending', 'paid', 'failed', 'returned'], also: (row) => isMismatched(sql`${row}.id`) }
  if (list === 'restored') return { states: open, also: (row) => isUnlooked(sql`${row}.id`) }
  if (list === 'stuck')
    return {
      states: ['sending'],
      also: (row) => sql`${isStuckSending(row)} and not ${isUnlooked(sql`${row}.id`)}`,
    }
  const state = list as RedemptionState
  if (open.includes(state)) return { states: [state], also: (row) => sql`not ${isUnlooked(sql`${row}.id`)}` }
  return { states: [state] }
}

/** In which states redemptions of a list of the console are: each has its orders by an index. */
export function statesOfRedemptionList(list: string): readonly RedemptionState[] {
  return listNamed(list).states
}

/** In a query: whether a row of `redemption` is in a list of the console (`REDEMPTION_LISTS`). */
export function isInRedemptionList(
  list: string,
  row: RawBuilder<unknown>,
  /** Of these states of it alone. */
  among = statesOfRedemptionList(list),
): RawBuilder<boolean> {
  const { also } = listNamed(list)
  // Written out: the planner chooses an index by the state.
  const states = sql.join(among.map((state) => sql.lit(state)))
  const inState = among.length === 1 ? sql`${row}.state = ${states}` : sql`${row}.state in (${states})`
  return sql<boolean>`(${also ? sql`${inState} and ${also(row)}` : inState})`
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
