import * as endpoints from '#contracts/tax.endpoints.ts'
import { m } from '#messages'
import type { Db } from '#server/platform/database.ts'
import { bind } from '#server/platform/http/bind.ts'
import { job } from '#server/platform/jobs.ts'
import type { MemberErasure } from '#server/platform/member-erasure.ts'
import { shortList, type MemberExport } from '#server/platform/member-export.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import type { Secret } from '#server/platform/secret.ts'
import { certifyTaxProfile } from './certify-tax-profile.ts'
import { taxFormKeptUntil } from './kept-tax-form.ts'
import type { PaidInYears } from './tax-deps.ts'
import { dropExpiredTaxProfiles, leaveTaxProfile, taxProfilesOf } from './tax-queries.ts'
import { openTaxDetails } from './tax-secret.ts'
import { taxState } from './tax-state.ts'

/** Tax forms of members who are paid. */
export function taxModule({ db, secret }: Platform, paid: PaidInYears): Module {
  const deps = { secret, ...paid }
  return {
    routes: [
      bind(endpoints.getTaxProfile, ({ db: at, actor }) => taxState(at, actor, deps)),
      bind(endpoints.certifyTaxProfile, async ({ transaction, actor, body }) =>
        transaction((tx) => certifyTaxProfile(tx, actor, body, deps)),
      ),
    ],
    jobs: [
      job({
        name: 'drop-kept-tax-forms',
        doc: 'Deletes tax forms of members who left, once the law asks for them no more.',
        cron: '23 3 * * *',
        run: async () => ({ dropped: await dropExpiredTaxProfiles(db) }),
      }),
    ],
    erase: [taxErasure(db, paid)],
    export: [taxExport(db, secret)],
  }
}

/**
 * What stays of a member's tax forms when they leave: where they were paid and forms are asked for, the last one under
 * the party, for as many years as the operator's law asks; else nothing.
 */
function taxErasure(db: Db, paid: PaidInYears): MemberErasure {
  return {
    name: 'tax',
    erase: async ({ uid, party }) =>
      await leaveTaxProfile(db, { uid, party }, await taxFormKeptUntil(db, { uid, party }, paid)),
  }
}

/** Every version in clear: it is the member's own. */
function taxExport(db: Db, secret: Secret): MemberExport {
  return {
    tables: ['tax_profile'],
    parts: ({ uid }) => [
      shortList({
        name: 'tax-forms',
        about: m.export_tax_forms(),
        columns: [
          ...(['id', 'form', 'legalName', 'address', 'taxResidence', 'taxIdKind', 'taxId'] as const),
          ...(['birthDate', 'birthPlace', 'vatId', 'certification', 'certifiedAt'] as const),
        ],
        read: async () =>
          (await taxProfilesOf(db, uid)).map((row) => {
            const { address, ...details } = openTaxDetails(secret, row)
            const { id, certification, certifiedAt } = row
            const lines = Object.values(address).filter((part) => part !== '')
            return { ...details, id, certification, certifiedAt, address: lines.join(', ') }
          }),
      }),
    ],
  }
}
