import { sql } from 'kysely'
import type { Logger } from 'pino'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { campaignsNow } from './campaign-now.ts'
import type { CampaignRow } from './campaign-queries.ts'
import { endApplicationsOfEnded } from './end-applications.ts'

type Running = Pick<CampaignRow, 'id' | 'state' | 'startsAt' | 'endsAt' | 'leastRewardCrels'>

/**
 * Writes the states that time and budget have brought about: begun, ended, spent, refilled. Reading never waits for
 * this; it keeps the lists' index conditions true. Then ends what waits for campaigns that are over. Answers how many of each.
 */
export async function advanceCampaigns(
  db: Db,
  deps: { log: Logger },
): Promise<{ changed: number; applicationsEnded: number }> {
  const changed = await writeStates(db)
  return { changed, applicationsEnded: await endApplicationsOfEnded(db, deps) }
}

/** Answers how many changed. */
async function writeStates(db: Db): Promise<number> {
  const now = await databaseNow(db)
  const { rows } = await sql<Running>`
    select id, state, starts_at as "startsAt", ends_at as "endsAt", least_reward_crels as "leastRewardCrels"
    from campaign where state in ('scheduled', 'active', 'paused', 'exhausted')`.execute(db)
  const moved = (await campaignsNow(db, rows, now)).filter(
    ({ state, writtenState }) => state !== writtenState,
  )
  if (moved.length === 0) return 0
  // Only where it is still as it was read: a concurrent change wins.
  const { numAffectedRows } = await sql`
    update campaign c set state = m.state
    from unnest(${moved.map(({ id }) => id)}::text[], ${moved.map(({ writtenState }) => writtenState)}::text[],
                ${moved.map(({ state }) => state)}::text[]) as m (id, before, state)
    where c.id = m.id and c.state = m.before`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
