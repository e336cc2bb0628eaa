import type { OperatedScreening } from '#contracts/operator-redemptions.schemas.ts'
import type { RedemptionState } from '#rules/redemption-state.ts'
import type { Db, Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { RedemptionDeps } from '../redemption-deps.ts'
import { lastScreenings, type ScreeningRow } from './screening-queries.ts'
import { openMatches } from './screening-secret.ts'

/**
 * Throws `not_screened` where lists of sanctions are asked and have not answered for who would be paid now, and
 * `sanctions_match` where they name somebody and no operator has looked.
 */
export async function requireScreened(
  tx: Tx,
  redemptionId: string,
  { sanctions }: Pick<RedemptionDeps, 'sanctions'>,
): Promise<void> {
  if (!sanctions) return
  const state = stateOf((await lastScreenings(tx, [redemptionId], sanctions.name)).get(redemptionId))
  if (state === 'waiting') throw problem('not_screened')
  if (state === 'matched') throw problem('sanctions_match')
}

/**
 * What lists of sanctions say of some redemptions, for operators; nothing where none are asked, or where one ended
 * without having been looked at. Whom they name is for who decides on it (`showsMatches`).
 */
export async function screeningsOf(
  db: Db,
  redemptions: readonly { id: string; state: RedemptionState }[],
  {
    sanctions,
    secret,
    showsMatches,
  }: Pick<RedemptionDeps, 'sanctions' | 'secret'> & { showsMatches: boolean },
): Promise<Map<string, OperatedScreening>> {
  const screenings = new Map<string, OperatedScreening>()
  if (!sanctions) return screenings
  const ids = redemptions.map(({ id }) => id)
  const last = await lastScreenings(db, ids, sanctions.name)
  for (const { id, state } of redemptions) {
    const row = last.get(id)
    const isOpen = state === 'requested' || state === 'approved'
    if (!row && !isOpen) continue
    screenings.set(id, {
      id: row?.id ?? null,
      state: isOpen ? stateOf(row) : foundBy(row!),
      at: row?.screenedAt.toISOString() ?? null,
      count: row?.matches ?? 0,
      matches: row ? (showsMatches || row.matches === 0 ? readable(secret, row) : null) : [],
      clearedBy: row?.clearedBy ?? null,
    })
  }
  return screenings
}

/** Null where the key is gone that they were sealed by: the list is shown all the same. */
function readable(secret: RedemptionDeps['secret'], row: ScreeningRow): OperatedScreening['matches'] {
  try {
    return openMatches(secret, row)
  } catch {
    return null
  }
}

function stateOf(row: ScreeningRow | undefined): OperatedScreening['state'] {
  return row?.isCurrent ? foundBy(row) : 'waiting'
}

function foundBy(row: ScreeningRow): OperatedScreening['state'] {
  if (row.matches === 0) return 'clear'
  return row.clearedBy === null ? 'matched' : 'cleared'
}
