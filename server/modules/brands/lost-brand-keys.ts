import { sql } from 'kysely'
import { isLost, type LostSeals } from '#server/platform/lost-seals.ts'

/** A brand's signing key that no key opens signs nothing: it stays listed, for `brand key rotate` to make one like it. */
export const lostBrandKeys: LostSeals = {
  purposes: ['brand signing key'],
  end: async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from brand_key
      where ${isLost(sql`sealed`)} and revoked_at is null and coalesce(expires_at > crels_now(), true)`.execute(
      tx,
    )
    return [
      {
        kind: ['signing key of a brand', 'signing keys of brands'],
        count: rows[0]!.count,
        isKept: true,
        outcome: 'refused from now on, crels brand key rotate makes another',
      },
    ]
  },
}
