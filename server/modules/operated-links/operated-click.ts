import { sql } from 'kysely'
import type { OperatedClick } from '#contracts/operator-links.schemas.ts'
import { findClick } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'

/** A click by its id, with the link it came by and its verdict. Throws `not_found`, also where it is kept no longer. */
export async function operatedClick(db: Db, id: string): Promise<OperatedClick> {
  const click = await findClick(db, id)
  if (!click) throw problem('not_found', { detail: 'There is no such click, or it is not kept any more.' })
  const { rows } = await sql<{ code: string }>`select code from link where id = ${click.linkId}`.execute(db)
  const { at, countable, reason, country, device, referrerHost } = click
  return {
    id,
    code: rows[0]!.code,
    at: at.toISOString(),
    isCountable: countable,
    reason,
    country,
    device,
    referrerHost,
  }
}
