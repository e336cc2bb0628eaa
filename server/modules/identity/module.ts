import type { Module } from '#server/platform/module.ts'
import type { Identity } from './open-identity.ts'

/** The identity provider that is set up. */
export function identityModule({ routes, jobs, accountDeletion, accountExport }: Identity): Module {
  return { routes, jobs, erase: [accountDeletion.erasure], export: [accountExport] }
}
