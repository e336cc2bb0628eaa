import type { Module, Platform } from '#server/platform/module.ts'
import { claimErasure } from './erase-member.ts'
import { claimExport } from './export-claims.ts'
import { claimRoutes } from './routes.ts'

/** Claims for conversions that are missing. */
export function claimsModule({ db }: Platform): Module {
  return { routes: claimRoutes(), erase: [claimErasure(db)], export: [claimExport(db)] }
}
