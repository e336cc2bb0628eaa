import type { Module, Platform } from '#server/platform/module.ts'
import { brandRoutes } from './brand-routes.ts'
import { campaignRoutes } from './campaign-routes.ts'

/** Brands and their campaigns in the console. */
export function operatedBrandsModule(platform: Pick<Platform, 'config' | 'files'>): Module {
  return { routes: [...brandRoutes(platform), ...campaignRoutes(platform)] }
}
