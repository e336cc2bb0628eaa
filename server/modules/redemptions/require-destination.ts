import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findDestination, type DestinationRow } from './destination-queries.ts'
import type { RedemptionRow } from './redemption-queries.ts'

/**
 * Where a redemption goes to. A member cannot remove it while something is on its way there; that the SECRET is lost does
 * (docs/decisions/130-a-lost-secret-ends-what-it-sealed.md). Throws `conflict`.
 */
export async function requireDestination(
  tx: Tx,
  { id, uid, destinationId }: Pick<RedemptionRow, 'id' | 'uid' | 'destinationId'>,
): Promise<DestinationRow> {
  const destination = destinationId === null ? undefined : await findDestination(tx, uid, destinationId)
  if (destination) return destination
  throw problem('conflict', {
    detail: `Where ${id} goes to is gone: give its crels back, and its member adds a destination anew.`,
  })
}
