import type { Access } from './access.ts'
import { exportRoutes } from './modules/accounts/public.ts'
import { operatedExportRoutes } from './modules/operated-members/public.ts'
import type { MemberExport } from './platform/member-export.ts'
import type { Module, Platform } from './platform/module.ts'

/** The export of a member's data over every module. */
export interface MemberExports {
  /** Its endpoints. */
  module: Module
  /** A module that keeps anything of a member adds its part: server/member-exports.test.ts asks after every table. */
  parts: readonly MemberExport[]
}

/** Composes what a member can take away, in the order of the modules. */
export function openMemberExports(
  { config: { publicOrigin }, secret }: Pick<Platform, 'config' | 'secret'>,
  access: Pick<Access, 'accountDeletion'>,
  modules: readonly Module[],
): MemberExports {
  const parts = modules.flatMap((module) => module.export ?? [])
  const { requireRecentProof } = access.accountDeletion
  const deps = { exports: parts, publicOrigin }
  const routes = [
    ...exportRoutes({ ...deps, requireRecentProof }),
    ...operatedExportRoutes({ ...deps, secret }),
  ]
  return { module: { routes }, parts }
}
