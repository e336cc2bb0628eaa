import * as z from 'zod/mini'
import * as contract from '#contracts/operator-economy.endpoints.ts'
import type { EconomySetting, EconomyVersionView } from '#contracts/operator-economy.schemas.ts'
import { settingMeaning } from '#rules/economy-meanings.ts'
import {
  defaultEconomy,
  economyBounds,
  economyChanges,
  economyRows,
  type Economy,
  type EconomyRow,
} from '#rules/economy.ts'
import {
  currentVersion,
  economyVersions,
  setEconomy,
  type EconomyVersion,
} from '#server/modules/economy/public.ts'
import { shortenSlippedWaits } from '#server/modules/redemptions/public.ts'
import { listRates } from '#server/modules/exchange/public.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import type { EffectsDeps } from './payout-effects.ts'
import { simulateEconomy } from './simulate-economy.ts'
import { knownSettings } from './known-settings.ts'

/** A number of a row, as far as the column reaches. */
const place = z.tuple([z.int().check(z.nonnegative(), z.maximum(2_147_483_647))])

/** Settings in versions, the simulator, and the rates that were. */
export const economyRoutes = (deps: EffectsDeps): Route[] => [
  bind(contract.getOperatedEconomy, async ({ db }) => {
    const current = await currentVersion(db)
    return { ...versionView(current), settings: settingsOf(current.economy) }
  }),
  bind(contract.listEconomyVersions, async ({ db, query: { limit, cursor } }) => {
    const before = cursor === undefined ? null : decodeCursor(place, cursor)[0]
    // One more for whether another page follows; that or the defaults is what the last one is compared with.
    const rows = await economyVersions(db, { before, limit: limit + 1 })
    const page = pageOf(rows, limit, ({ version }) => [version])
    return {
      ...page,
      items: page.items.map((row, at) => changedView(row, rows[at + 1]?.economy ?? defaultEconomy)),
    }
  }),
  bind(contract.simulateEconomy, async ({ db, body: { settings } }) =>
    simulateEconomy(db, knownSettings(settings), deps),
  ),
  bind(contract.addEconomyVersion, async ({ transaction, actor, body }) =>
    transaction((tx) => addVersion(tx, actor, { ...body, settings: knownSettings(body.settings) })),
  ),
  bind(contract.listRates, async ({ db, query: { limit, cursor } }) => {
    const before = cursor === undefined ? null : decodeCursor(place, cursor)[0]
    const page = pageOf(await listRates(db, { before, limit: limit + 1 }), limit, ({ id }) => [id])
    return { ...page, items: page.items.map((row) => ({ ...row, setAt: row.setAt.toISOString() })) }
  }),
]

/**
 * Sets settings on top of a version. Throws `conflict` where another came in between: what was simulated is not what
 * would be set.
 */
async function addVersion(
  tx: Tx,
  actor: OperatorCaller,
  { basedOn, settings, reason }: { basedOn: number; settings: EconomyRow[]; reason: string },
): Promise<EconomyVersionView> {
  const { version, author, economy } = await currentVersion(tx)
  if (version !== basedOn)
    throw problem('conflict', { detail: `${author} made version ${version} in between. Look at it first.` })
  const next = await setEconomy(tx, actor, { settings, reason })
  // Between that look and the lock of `setEconomy` another one may have come, too.
  if (next.version > basedOn + 1)
    throw problem('conflict', { detail: 'Another version was made in between. Look at it first.' })
  if (next.version === basedOn) throw problem('conflict', { detail: 'These are the settings in force.' })
  await shortenSlippedWaits(tx, actor)
  return changedView(await currentVersion(tx), economy)
}

function versionView({ version, author, reason, setAt }: EconomyVersion) {
  return { version, author, reason, setAt: setAt?.toISOString() ?? null }
}

function changedView(row: EconomyVersion, before: Economy): EconomyVersionView {
  return { ...versionView(row), changes: row.version === 0 ? [] : economyChanges(before, row.economy) }
}

function settingsOf(economy: Economy): EconomySetting[] {
  const initial = new Map(economyRows(defaultEconomy).map(({ path, value }) => [path, value]))
  return economyRows(economy).map(({ path, value }) => {
    const [part, name] = path.split('.') as [keyof Economy, string]
    const bounds = (economyBounds[part] as Record<string, readonly [number, number]>)[name]
    return {
      path,
      meaning: settingMeaning(path),
      value,
      initial: initial.get(path),
      bounds: bounds ? [bounds[0], bounds[1]] : null,
    }
  })
}
