import type { ConversionReport } from '#contracts/conversions.schemas.ts'
import { enrolmentTerms } from '#server/modules/campaigns/public.ts'
import { findClick } from '#server/modules/clicks/public.ts'
import type { BrandActor } from '#server/platform/http/actors.ts'
import { inTransaction } from '#server/platform/transaction.ts'
import { awaitClick, type ClickDeps } from './await-clicks.ts'
import { findConversion, lockEvent } from './conversion-queries.ts'
import { recordReport } from './report-conversion.ts'
import { pixelEvent } from './pixel-event.ts'

/**
 * Takes what a visitor's browser says happened: held `unconfirmed`, or rejected as any other, once for an event and click.
 * Nothing is recorded for a click that is none of the brand's, nor of an event that the brand's server has reported.
 * Throws what `reportConversion` throws.
 */
export async function ingestPixelConversion(
  deps: ClickDeps,
  actor: Pick<BrandActor, 'brandId'>,
  report: ConversionReport,
): Promise<void> {
  await awaitClick(deps, report.clickId)
  await inTransaction(deps.db, async (tx) => {
    const now = await lockEvent(tx, actor.brandId, report.eventId)
    if (await findConversion(tx, actor.brandId, report.eventId)) return
    const said = { ...report, eventId: pixelEvent(report.eventId, report.clickId) }
    if (await findConversion(tx, actor.brandId, said.eventId)) return
    const click = await findClick(tx, report.clickId)
    const terms = click?.enrolmentId ? await enrolmentTerms(tx, click.enrolmentId) : undefined
    if (terms?.campaign.brandId !== actor.brandId) return
    await recordReport(tx, actor, said, { now, isUnconfirmed: true })
  })
}
