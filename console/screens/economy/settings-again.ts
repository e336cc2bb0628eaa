import { listEconomyVersions } from '#contracts/operator-economy.endpoints.ts'
import type { EconomyVersionView } from '#contracts/operator-economy.schemas.ts'
import { call } from '#console/platform/api.ts'

/** What of the settings was other in an earlier version than it is now. */
export interface SettingsAgain {
  version: number
  /** The version in force. */
  basedOn: number
  values: ReadonlyMap<string, unknown>
  /** Tells one asking from the next. */
  askedAt: number
}

/** The settings of a version: every one after it, the newest first, says what a setting was before. */
export async function settingsAgain(version: number): Promise<SettingsAgain> {
  const later: EconomyVersionView[] = []
  for (let cursor: string | undefined; ;) {
    const { items, nextCursor } = await call(listEconomyVersions, { query: { cursor, limit: 100 } })
    later.push(...items.filter((one) => one.version > version))
    if (nextCursor === null || items.some((one) => one.version <= version)) break
    cursor = nextCursor
  }
  return {
    version,
    basedOn: later[0]?.version ?? version,
    values: new Map(later.flatMap(({ changes }) => changes.map(({ path, before }) => [path, before]))),
    askedAt: Date.now(),
  }
}
