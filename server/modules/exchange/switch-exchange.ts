import type { Tx } from '#server/platform/database.ts'
import { exchangeNow, insertSwitch, lockExchange, type Author } from './rate-queries.ts'

/**
 * Pauses or resumes the exchange; answers whether that changed anything. While it is paused there are no quotes and no
 * redemptions, and every quote made before is void, also after it is resumed. Redemptions under way go on.
 */
export async function switchExchange(
  tx: Tx,
  { paused, ...author }: Author & { paused: boolean },
): Promise<boolean> {
  await lockExchange(tx)
  if ((await exchangeNow(tx)).paused === paused) return false
  await insertSwitch(tx, paused, author)
  return true
}
