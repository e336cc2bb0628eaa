import * as z from 'zod/mini'
import type { PastSeason } from '#contracts/leaderboard.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { seasonBounds } from '#rules/season.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { ownLook, readBoard, type OwnLook } from './leaderboard-queries.ts'
import { placeView } from './read-leaderboard.ts'
import { pastSeasons, type SeasonRow } from './season-queries.ts'
import { pastSeasonView } from './season-view.ts'

const places = 3
const monthCursor = z.string().check(z.regex(/^\d{4}-\d{2}$/))

/** The seasons that are over, newest first, each with the first three by points. */
export async function listSeasons(
  db: ReadDb,
  actor: Pick<MemberActor, 'uid' | 'party'> | null,
  { limit, cursor }: { limit: number; cursor?: string },
): Promise<Page<PastSeason>> {
  const before = cursor === undefined ? undefined : decodeCursor(monthCursor, cursor)
  const { items, nextCursor } = pageOf(await pastSeasons(db, limit + 1, before), limit, ({ month }) => month)
  const look = actor && (await ownLook(db, actor.uid))
  const party = actor?.party ?? null
  return {
    items: await Promise.all(items.map(async (row) => await view(db, row, { party, look }))),
    nextCursor,
  }
}

async function view(
  db: ReadDb,
  row: SeasonRow,
  { party, look }: { party: string | null; look: OwnLook | null },
): Promise<PastSeason> {
  const { startsAt } = seasonBounds(row.month)
  const board = await readBoard(db, { metric: 'points', span: 'month', startsAt }, { limit: places, party })
  const podium = board.page.slice(0, places).map((place) => placeView(place, look))
  return { ...pastSeasonView(row), members: board.members, podium }
}
