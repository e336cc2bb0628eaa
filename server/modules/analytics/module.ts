import type { Module } from '#server/platform/module.ts'
import { analyticsRoutes } from './routes.ts'

/** Statistics over the other modules' tables; it keeps nothing of its own. */
export function analyticsModule(): Module {
  return { routes: analyticsRoutes() }
}
