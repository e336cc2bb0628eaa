import type { ConversionReport } from '#contracts/conversions.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awaitClick, type ClickDeps } from './await-clicks.ts'
import { conversionAnswer } from './conversion-answer.ts'
import { findConversion, lockEvent } from './conversion-queries.ts'
import { recordReport, repeatedAnswer, type Reported } from './report-conversion.ts'
import { pixelEvent } from './pixel-event.ts'

/**
 * Takes what a visitor's browser says happened. It is held `unconfirmed`, or rejected as any other; where the brand's
 * server has reported the event already, that is the answer. Throws what `reportConversion` throws.
 */
export async function takePixelReport(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<Reported> {
  await awaitClick(deps, report.clickId)
  return await inTransaction(deps.db, async (tx) => {
    const now = await lockEvent(tx, actor.brandId, report.eventId)
    const confirmed = await findConversion(tx, actor.brandId, report.eventId)
    if (confirmed) return { answer: conversionAnswer(confirmed), created: false }
    const said = { ...report, eventId: pixelEvent(report.eventId) }
    await lockEvent(tx, actor.brandId, said.eventId)
    const before = await findConversion(tx, actor.brandId, said.eventId)
    if (before) return { answer: repeatedAnswer(before, said), created: false }
    return await recordReport(tx, actor, said, { now, isUnconfirmed: true })
  })
}
