import type { ConversionReport } from '#contracts/conversions.schemas.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awaitClick, type ClickDeps } from './await-clicks.ts'
import { reportConversion, type Reported } from './report-conversion.ts'

/** Takes one report: its click is loaded first, then it is a transaction. Throws what `reportConversion` throws. */
export async function ingestConversion(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<Reported> {
  await awaitClick(deps, report.clickId)
  return await inTransaction(deps.db, (tx) => reportConversion(tx, actor, report))
}
