import type { Logger } from 'pino'
import type { ClickLimits } from '#rules/click-review.ts'
import { newlyVisitedLinks } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { eachOrThrow, pageByPage } from '#server/platform/each-by-itself.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { settleShare } from './settle-share.ts'
import { dueShares, type DueShare } from './share-queries.ts'

/** Shares that are read at once. */
const limit = 500

/**
 * Looks at the shares by whose link a visitor came, and at those that close or waited for another day. One that fails
 * keeps none of the others waiting, and is thrown at the end.
 */
export async function settleShares(
  db: Db,
  { log, limits }: { log: Logger; limits: ClickLimits },
): Promise<{ looked: number; paid: number }> {
  const looked = new Set<string>()
  let paid = 0
  await eachOrThrow(
    links(db),
    async (linkId) => {
      if (looked.has(linkId)) return
      looked.add(linkId)
      if ((await inTransaction(db, async (tx) => await settleShare(tx, { linkId, limits }))) > 0) paid += 1
    },
    (error, linkId) => log.error({ err: error, linkId }, 'a share could not be settled'),
  )
  return { looked: looked.size, paid }
}

async function* links(db: Db): AsyncGenerator<string> {
  yield* pageByPage<string>(limit, async (after) => await newlyVisitedLinks(db, { after, limit }))
  for await (const { linkId } of pageByPage<DueShare>(
    limit,
    async (after) => await dueShares(db, { after, limit }),
  ))
    yield linkId
}
