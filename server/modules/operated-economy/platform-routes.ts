import { sql } from 'kysely'
import * as contract from '#contracts/operator-economy.endpoints.ts'
import type { OperatedPlatforms } from '#contracts/operator-economy.schemas.ts'
import { currentVersion } from '#server/modules/economy/public.ts'
import { followersByPlatform } from '#server/modules/rewards/public.ts'
import type { Db } from '#server/platform/database.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'

/** The platforms to follow the site on. They are a setting: another list of them is a version of the economy's. */
export const platformRoutes: Route[] = [bind(contract.listPlatforms, ({ db }) => platformsNow(db))]

async function platformsNow(db: Db): Promise<OperatedPlatforms> {
  const { version, economy } = await currentVersion(db)
  const { points, platforms } = economy.socialFollow
  const followers = await followersByPlatform(db)
  const { rows } = await sql<{ members: number }>`
    select count(*)::int as members from member where state = 'active'`.execute(db)
  const listed = new Set(platforms.map(({ platform }) => platform))
  return {
    version,
    points,
    members: rows[0]!.members,
    items: platforms.map(({ platform, url }) => ({ platform, url, followed: followers.get(platform) ?? 0 })),
    left: [...followers]
      .filter(([platform]) => !listed.has(platform))
      .map(([platform, followed]) => ({ platform, followed })),
  }
}
