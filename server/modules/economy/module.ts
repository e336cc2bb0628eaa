import type { Module } from '#server/platform/module.ts'

/**
 * The settings of rewards and redemption. Operators change them by the command line and the console (operated-economy),
 * and modules read them: nothing is served here.
 */
export function economyModule(): Module {
  return {}
}
