import { reconcileEarnings } from '#server/modules/conversions/public.ts'
import { reconcileRedemptions } from '#server/modules/redemptions/public.ts'
import { reconcileShop } from '#server/modules/shop/public.ts'
import type { Db } from '#server/platform/database.ts'
import type { BrokenPromise } from '#server/platform/reconciliation.ts'

/** What is broken of the promises that the hourly jobs prove beside the ledger's own. */
export async function brokenBeside(db: Db): Promise<BrokenPromise[]> {
  return [...(await reconcileEarnings(db)), ...(await reconcileRedemptions(db)), ...(await reconcileShop(db))]
}
