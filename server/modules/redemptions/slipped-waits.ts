import { sql } from 'kysely'
import { slippedWaits } from '#rules/destination-wait.ts'
import { destinationWaits } from '#server/modules/economy/public.ts'
import { operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Settings that were put right within a day stay with no destination that was added meanwhile: each can be used when it
 * could have been without the slip, never later than it would have been, and never sooner than the settings in force say
 * (`slippedWaits`). Called with each new version, in its transaction; the log says of how many. Answers that.
 */
export async function shortenSlippedWaits(tx: Tx, actor: OperatorActor): Promise<number> {
  const spans = slippedWaits(await destinationWaits(tx))
  let destinations = 0
  for (const { fromMs, untilMs, first, changed } of spans) {
    const { numAffectedRows = 0n } = await sql`
      with waiting as (
        select d.id, d.created_at + make_interval(hours => case
            -- As everHadDestination has it: one that was removed counts.
            when exists (select from payout_destination e where e.uid = d.uid and e.created_at < d.created_at)
            then ${changed}::int else ${first}::int end) as usable_from
        from payout_destination d
        where d.removed_at is null and d.usable_from > crels_now()
          and d.created_at >= ${new Date(fromMs)} and d.created_at < ${new Date(untilMs)}
      )
      update payout_destination d set usable_from = w.usable_from
      from waiting w where d.id = w.id and w.usable_from < d.usable_from - interval '1 second'`.execute(tx)
    destinations += Number(numAffectedRows)
  }
  if (destinations > 0)
    await operate(tx, actor, {
      action: 'economy.set',
      target: 'payout-destinations',
      after: { destinations, waits: spans.map(({ first, changed }) => ({ first, changed })) },
    })
  return destinations
}
