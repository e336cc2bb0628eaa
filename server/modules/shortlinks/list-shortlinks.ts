import type { Shortlink, ShortlinkPage } from '#contracts/shortlinks.schemas.ts'
import type { ShortlinkKind } from '#contracts/shortlinks.constants.ts'
import { idSchema } from '#contracts/ids.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import { findShortlink, shortlinksSql } from './shortlink-queries.ts'
import { shortlinkViews, type ShortlinkViewDeps } from './shortlink-view.ts'

export interface ShortlinkQuery {
  kind?: ShortlinkKind
  q?: string
  limit: number
  cursor?: string
}

/** One page of a member's links, newest first. */
export async function listShortlinks(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  { limit, cursor, ...filter }: ShortlinkQuery,
  deps: ShortlinkViewDeps,
): Promise<ShortlinkPage> {
  const before = cursor === undefined ? undefined : decodeCursor(idSchema('link'), cursor)
  const { rows } = await shortlinksSql(uid, { ...filter, before, limit: limit + 1 }).execute(db)
  const { items, nextCursor } = pageOf(rows, limit, (last) => last.id)
  return { items: await shortlinkViews(db, items, deps), nextCursor }
}

/** One of a member's links; `not_found` for another member's. */
export async function getShortlink(
  db: Db,
  { uid }: Pick<MemberActor, 'uid'>,
  { id }: { id: string },
  deps: ShortlinkViewDeps,
): Promise<Shortlink> {
  const row = await findShortlink(db, { id, ownerUid: uid })
  if (!row) throw problem('not_found')
  return (await shortlinkViews(db, [row], deps))[0]!
}
