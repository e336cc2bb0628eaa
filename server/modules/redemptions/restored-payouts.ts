import { sql } from 'kysely'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { isUnlooked, redemptionsAmong, type RedemptionRow } from './redemption-queries.ts'

/**
 * Refuses a step of a redemption on a restored database: approving and sending before a person has confirmed the restore,
 * and every step of one that was open in the backup before a person has looked whether it was paid since. The database
 * refuses the same. Throws `conflict`.
 */
export async function requireLookedAt(tx: Tx, id: string, to: RedemptionState): Promise<void> {
  await requireLooks(tx, [id], to === 'approved' || to === 'sending')
}

/** Refuses that money leaves for any of some redemptions, as `requireLookedAt` does for one. Throws `conflict`. */
export async function requireAllLookedAt(db: Db, ids: readonly string[]): Promise<void> {
  await requireLooks(db, ids, true)
}

async function requireLooks(db: Db, ids: readonly string[], leaves: boolean): Promise<void> {
  const { rows } = await sql<{ isWaiting: boolean; open: string[] }>`
    select waits_after_restore() as "isWaiting", array(
      select redemption_id from restored_payout
      where redemption_id = any (${ids}) and checked_at is null order by 1) as open`.execute(db)
  const { isWaiting, open } = rows[0]!
  if (isWaiting && leaves)
    throw problem('conflict', {
      detail: 'Payouts wait, since this database was restored: `crels restore confirm`.',
    })
  const [first, ...others] = open
  if (first === undefined) return
  const also = others.length > 0 ? ` and ${others.length} more` : ''
  throw problem('conflict', {
    detail: `${first}${also} may have been paid after the backup: look at the provider, then say in Redemptions what became of it, or by \`crels restore payout ${first}\`.`,
  })
}

/** Whether a redemption was open in a restored backup, and nobody has looked whether it was paid since. */
export async function waitsForLook(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from restored_payout where redemption_id = ${id} and checked_at is null`.execute(tx)
  return rows.length > 0
}

/** The redemptions that were open in the backup and that nobody has looked at, those that wait longest first. */
export async function restoredPayouts(db: Db): Promise<RedemptionRow[]> {
  return await redemptionsAmong(db, isUnlooked(sql`r.id`))
}

/** What says whether one was paid is a look at it, where that is open: a provider's answer, a report of its file. */
export async function lookedAtBy(tx: Tx, id: string, author: string): Promise<void> {
  if (await waitsForLook(tx, id)) await markLookedAt(tx, id, author)
}

/** A person has looked at one. Throws `conflict` for what was not open in a backup, or was looked at before. */
export async function markLookedAt(tx: Tx, id: string, author: string): Promise<void> {
  const { numAffectedRows } = await sql`
    update restored_payout set checked_at = clock_timestamp(), checked_by = ${author}
    where redemption_id = ${id} and checked_at is null`.execute(tx)
  if (numAffectedRows === 0n)
    throw problem('conflict', { detail: `${id} is none that waits for a look since a restore.` })
}
