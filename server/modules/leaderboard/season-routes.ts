import * as z from 'zod/mini'
import * as contract from '#contracts/operator-seasons.endpoints.ts'
import type { OperatedSeason } from '#contracts/operator-seasons.schemas.ts'
import { undoing, type ActMember } from '#server/modules/operators/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Db } from '#server/platform/database.ts'
import { approveSeasonOnce } from './approve-season.ts'
import { excludeFromSeason, includeInSeason } from './exclude-from-season.ts'
import { findSeason, pastSeasons, type SeasonRow } from './season-queries.ts'
import { showSeason } from './show-season.ts'

const monthCursor = z.string().check(z.regex(/^\d{4}-\d{2}$/))

/** The least places that are shown. */
const placesMin = 20

/** The review of seasons in the console. */
export function seasonRoutes(sealing: Pick<ActMember, 'secret'>): Route[] {
  return [
    bind(contract.listOperatedSeasons, async ({ db, query: { limit, cursor } }) => {
      const before = cursor === undefined ? undefined : decodeCursor(monthCursor, cursor)
      const page = pageOf(await pastSeasons(db, limit + 1, before), limit, ({ month }) => month)
      return { ...page, items: page.items.map(frozenView) }
    }),
    bind(contract.getOperatedSeason, ({ db, params: { month } }) => operatedSeason(db, month)),
    bind(contract.excludeFromSeason, async ({ transaction, actor, params: { month }, body }) =>
      transaction(async (tx) => {
        await excludeFromSeason(tx, undoing(actor, body), { month, ...body }, sealing)
        return await operatedSeason(tx, month)
      }),
    ),
    bind(contract.includeInSeason, async ({ transaction, actor, params: { month }, body }) =>
      transaction(async (tx) => {
        await includeInSeason(tx, undoing(actor, body), { month, ...body }, sealing)
        return await operatedSeason(tx, month)
      }),
    ),
    bind(contract.approveSeason, async ({ transaction, actor, params: { month }, body }) =>
      transaction(async (tx) => {
        await approveSeasonOnce(tx, actor, { month, ...body })
        return await operatedSeason(tx, month)
      }),
    ),
  ]
}

/** A frozen season with every place that is worth something. Throws `not_found` where there is none. */
async function operatedSeason(db: Db, month: string): Promise<OperatedSeason> {
  const season = await findSeason(db, month)
  if (!season) throw problem('not_found', { detail: `The season ${month} is not frozen.` })
  const limit = Math.max(placesMin, season.prizes.at(-1)?.toRank ?? 0)
  const { places, approval, movingUp, decisions } = await showSeason(db, { month, limit })
  return { ...frozenView(season), places, approval, movingUp, decisions }
}

function frozenView({ month, state, frozenAt, reviewUntil, approvedAt, approvedBy }: SeasonRow) {
  return {
    month,
    state,
    frozenAt: frozenAt.toISOString(),
    reviewUntil: reviewUntil.toISOString(),
    approvedAt: approvedAt?.toISOString() ?? null,
    approvedBy,
  }
}
