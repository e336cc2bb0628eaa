import type { AboutPoints } from '#contracts/points.schemas.ts'
import type { ListedPeriod } from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'

/** Describes the grants of a reward that is once a month. */
export async function describeMonth(_: Db, grants: ListedPeriod[]): Promise<Map<string, AboutPoints>> {
  return new Map(grants.map(({ transactionId, period }) => [transactionId, { type: 'month', month: period }]))
}
