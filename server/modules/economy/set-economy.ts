import { economyChanges, withSettings, type EconomyRow } from '#rules/economy.ts'
import type { Tx } from '#server/platform/database.ts'
import { currentVersion, insertVersion, lockEconomy, type EconomyVersion } from './economy-queries.ts'
import { readEconomyValues } from './economy-values.ts'

export interface EconomyChange {
  settings: readonly EconomyRow[]
  author: string
  reason: string
}

/**
 * Changes settings for what comes after; what was granted stays as it was. Answers the new version, or the one in force
 * when nothing differs. Throws `validation_failed`, and RangeError for a setting that there is not.
 */
export async function setEconomy(
  tx: Tx,
  { settings, author, reason }: EconomyChange,
): Promise<Omit<EconomyVersion, 'setAt'>> {
  await lockEconomy(tx)
  const current = await currentVersion(tx)
  const economy = readEconomyValues(withSettings(current.economy, settings))
  if (economyChanges(current.economy, economy).length === 0) return current
  const next = { version: current.version + 1, economy, author, reason }
  await insertVersion(tx, next)
  return next
}
