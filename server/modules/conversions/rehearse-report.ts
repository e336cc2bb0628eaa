import type { ConversionAnswer, ConversionReport } from '#contracts/conversions.schemas.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awaitClick, type ClickDeps } from './await-clicks.ts'
import { reportConversion, type Reported } from './report-conversion.ts'

/** Carries the answer out of the transaction that is given up. */
class Rehearsed extends Error {
  readonly reported: Reported

  constructor(reported: Reported) {
    super('A rehearsal is given up')
    this.reported = reported
  }
}

/**
 * What a report would be answered at this moment: it is taken as it is, budget and all, and then given up with its
 * transaction, so nothing of it is recorded, reserved, told or paid, and its event id stays free. Throws what
 * `reportConversion` throws.
 */
export async function rehearseReport(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<{ answer: ConversionAnswer; isRepeated: boolean }> {
  await awaitClick(deps, report.clickId)
  try {
    return await inTransaction(deps.db, async (tx): Promise<never> => {
      throw new Rehearsed(await reportConversion(tx, actor, report))
    })
  } catch (error) {
    if (!(error instanceof Rehearsed)) throw error
    const { answer, created } = error.reported
    return { answer, isRepeated: !created }
  }
}
