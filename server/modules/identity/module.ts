import type { Module } from '#server/platform/module.ts'
import type { Identity } from './open-identity.ts'

/** The identity provider that is set up. */
export function identityModule(identity: Identity): Module {
  const { routes, jobs, accountDeletion, accountExport, register, close } = identity
  return { routes, jobs, erase: [accountDeletion.erasure], export: [accountExport], register, close }
}
