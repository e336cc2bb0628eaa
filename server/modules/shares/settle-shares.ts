import type { Logger } from 'pino'
import type { ClickLimits } from '#rules/click-review.ts'
import { newlyVisitedLinks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { settleShare } from './settle-share.ts'
import { dueShares } from './share-queries.ts'

/** Shares that one run looks at for either reason; what is left comes in the next minute. */
const atOnceMax = 500

/**
 * Looks at the shares by whose link a visitor came, and at those that close or waited for another day. One that fails
 * keeps none of the others waiting.
 */
export async function settleShares(
  db: Db,
  { log, limits }: { log: Logger; limits: ClickLimits },
): Promise<{ looked: number; paid: number }> {
  const links = new Set([...(await newlyVisitedLinks(db, atOnceMax)), ...(await dueShares(db, atOnceMax))])
  let paid = 0
  for (const linkId of links) {
    try {
      if ((await inTransaction(db, async (tx) => await settleShare(tx, { linkId, limits }))) > 0) paid += 1
    } catch (error) {
      log.error({ err: error, linkId }, 'a share could not be settled')
    }
  }
  return { looked: links.size, paid }
}
