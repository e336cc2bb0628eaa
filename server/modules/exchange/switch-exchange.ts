import { authorOf, operate, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { exchangeNow, insertSwitch, lockExchange } from './rate-queries.ts'

/**
 * Pauses or resumes the exchange; answers whether that changed anything. While it is paused there are no quotes and no
 * redemptions, and every quote made before is void, also after it is resumed. Redemptions under way go on.
 */
export async function switchExchange(
  tx: Tx,
  actor: OperatorActor,
  { paused, reason }: { paused: boolean; reason: string },
): Promise<boolean> {
  await lockExchange(tx)
  if ((await exchangeNow(tx)).paused === paused) return false
  await operate(tx, actor, {
    action: paused ? 'exchange.pause' : 'exchange.resume',
    target: 'exchange',
    before: { paused: !paused },
    after: { paused },
    reason,
  })
  await insertSwitch(tx, paused, { author: authorOf(actor), reason })
  return true
}
