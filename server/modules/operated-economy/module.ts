import type { Module } from '#server/platform/module.ts'
import { currencyRoutes } from './currency-routes.ts'
import { economyRoutes } from './economy-routes.ts'
import type { EffectsDeps } from './payout-effects.ts'
import { pauseRoutes } from './pause-routes.ts'
import { platformRoutes } from './platform-routes.ts'

/** The economy in the console: its settings and what they cost, rates, and what is paused. */
export const operatedEconomyModule = (deps: EffectsDeps): Module => ({
  routes: [...economyRoutes(deps), ...platformRoutes, ...pauseRoutes, ...currencyRoutes],
})
