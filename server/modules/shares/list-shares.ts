import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { SocialShares } from '#contracts/shares.schemas.ts'
import { nextShareDay } from '#rules/social-share.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { placesTaken } from '#server/modules/points/public.ts'
import { shareProgram } from './settle-share.ts'
import { sharesOf, shareTotals } from './share-queries.ts'
import { shareViews, type ShareDeps } from './share-view.ts'
import { utcDate } from '#rules/utc-date.ts'

/** When a page's last share was made, and its link. */
const place = z.tuple([cursorTime, idSchema('link')])

/** What a member shared, newest first, the status of each, and how many of today's are paid. */
export async function listShares(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  { limit, cursor }: { limit: number; cursor?: string },
  deps: ShareDeps,
): Promise<SocialShares> {
  const { socialShare: settings } = await currentEconomy(db)
  const now = await databaseNow(db)
  const after = cursor === undefined ? undefined : decodeCursor(place, cursor)
  const before = after && { sharedAt: new Date(after[0]), linkId: after[1] }
  const page = pageOf(await sharesOf(db, uid, { limit, before }), limit, (last) => [
    last.sharedAt.getTime(),
    last.linkId,
  ])
  const today = { party, program: shareProgram, period: utcDate(now) }
  return {
    rewards: { points: settings.points, clicks: settings.uniqueClicks, days: settings.openDays },
    today: {
      paid: await placesTaken(db, today),
      paidMax: settings.paidDailyMax,
      endsAt: new Date(nextShareDay(now.getTime())).toISOString(),
    },
    totals: await shareTotals(db, uid),
    items: await shareViews(db, uid, page.items, { ...deps, now }),
    nextCursor: page.nextCursor,
  }
}
