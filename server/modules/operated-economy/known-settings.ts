import { defaultEconomy, economyRows, type EconomyRow } from '#rules/economy.ts'
import { problem } from '#server/platform/http/problems.ts'

const known = new Set(economyRows(defaultEconomy).map(({ path }) => path))

/**
 * Settings that were sent. Throws `validation_failed` for a place where there is none, and for one that is named twice.
 */
export function knownSettings(settings: readonly { path: string; value?: unknown }[]): EconomyRow[] {
  const issues = settings.flatMap(({ path }, at) => {
    if (!known.has(path))
      return [{ path: `body.settings.${at}.path`, code: 'unknown_setting', message: `There is no ${path}` }]
    return settings.findIndex((one) => one.path === path) < at
      ? [{ path: `body.settings.${at}.path`, code: 'named_twice', message: `${path} is named twice` }]
      : []
  })
  if (issues.length > 0) throw problem('validation_failed', { members: { issues } })
  return settings.map(({ path, value }) => ({ path, value }))
}
