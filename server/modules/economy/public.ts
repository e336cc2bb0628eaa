export {
  destinationWaits,
  freezeLengths,
  currentEconomy,
  currentVersion,
  economyAt,
  economyHistory,
  economyOf,
  economyVersions,
  settingsColumn,
  type EconomyVersion,
} from './economy-queries.ts'
export { readEconomyValues } from './economy-values.ts'
export { setEconomy, type EconomyChange } from './set-economy.ts'
