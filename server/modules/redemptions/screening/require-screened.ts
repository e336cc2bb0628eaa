import type { OperatedScreening } from '#contracts/operator-redemptions.schemas.ts'
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
  const state = stateOf((await lastScreenings(tx, [redemptionId])).get(redemptionId))
  if (state === 'waiting') throw problem('not_screened')
  if (state === 'matched') throw problem('sanctions_match')
}

/** What lists of sanctions say of some redemptions, for operators; empty where none are asked. */
export async function screeningsOf(
  db: Db,
  redemptionIds: readonly string[],
  { sanctions, secret }: Pick<RedemptionDeps, 'sanctions' | 'secret'>,
): Promise<Map<string, OperatedScreening>> {
  if (!sanctions) return new Map()
  const last = await lastScreenings(db, redemptionIds)
  return new Map(
    redemptionIds.map((id) => {
      const row = last.get(id)
      return [
        id,
        {
          id: row?.id ?? null,
          state: stateOf(row),
          at: row?.screenedAt.toISOString() ?? null,
          matches: row ? openMatches(secret, row) : [],
          clearedBy: row?.clearedBy ?? null,
        },
      ]
    }),
  )
}

function stateOf(row: ScreeningRow | undefined): OperatedScreening['state'] {
  if (!row?.isCurrent) return 'waiting'
  if (row.matches === 0) return 'clear'
  return row.clearedBy === null ? 'matched' : 'cleared'
}
