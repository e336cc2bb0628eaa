import { sql } from 'kysely'
import { memberProfile } from '#server/modules/accounts/public.ts'
import type { ReadDb } from '#server/platform/stale-reads/read-db.ts'
import type { Seeker } from './campaign-ranks.ts'

/** What a member's profile says about the campaigns that suit them. */
export async function seekerOf(db: ReadDb, uid: string): Promise<Seeker> {
  const profile = await memberProfile(db, uid)
  const { rows } = await sql<{ slug: string }>`
    select slug from category where industries && ${profile?.industries ?? []}::text[]`.execute(db)
  return {
    uid,
    country: profile?.country ?? null,
    platforms: profile?.channels.map(({ platform }) => platform) ?? [],
    categories: rows.map(({ slug }) => slug),
  }
}
