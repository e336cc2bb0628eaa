import type { Module, Platform } from '#server/platform/module.ts'
import { analyticsRoutes } from './routes.ts'

/** Statistics over the other modules' tables; it keeps nothing of its own. */
export function analyticsModule({ reads }: Platform): Module {
  return { routes: analyticsRoutes(reads) }
}
