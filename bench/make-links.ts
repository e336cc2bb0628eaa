import { createTrackingLink } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'

/** Makes tracking links without a member behind them; answers their codes. */
export async function makeLinks(db: Db, count: number): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    const codes: string[] = []
    for (let made = 0; made < count; made += 1) {
      const link = await createTrackingLink(tx, {
        ownerUid: newId('member'),
        enrolmentId: newId('enrolment'),
        campaignId: newId('campaign'),
        destinationUrl: 'https://brand.example/shop',
      })
      codes.push(link.code)
    }
    return codes
  })
}
