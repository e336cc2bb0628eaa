import type { NewTaxProfile } from '../contracts/tax.schemas.ts'
import { TAX_CERTIFICATION } from '../rules/tax-profile.ts'
import type { App } from '../server/app.ts'
import { setEconomy } from '../server/modules/economy/public.ts'
import { inTransaction } from '../server/platform/transaction.ts'
import { testActor } from './operators.ts'

/** A W-9 that is filled in. */
export const w9: NewTaxProfile = {
  form: 'w9',
  legalName: 'Ada Taxable',
  address: { street: '1 Main St', city: 'Reno', postcode: '89501', region: 'NV', country: 'US' },
  taxResidence: 'US',
  taxIdKind: 'ssn',
  taxId: '123-45-6789',
  certification: TAX_CERTIFICATION,
}

/** The same of a member in Europe. */
export const dac7: NewTaxProfile = {
  ...w9,
  form: 'dac7',
  address: { street: 'Rua 1', city: 'Porto', postcode: '4000-001', country: 'PT' },
  taxResidence: 'PT',
  taxIdKind: 'foreign',
  taxId: 'PT 501964843',
  birthDate: '1990-05-17',
  vatId: 'PT501964843',
}

/** Has forms asked for, for all members; by default from $30 in a year on. */
export async function askForTaxForms(
  app: Pick<App, 'db'>,
  regime: 'off' | 'us' | 'dac7',
  thresholdUsdCents = 30_00,
): Promise<void> {
  const settings = [
    { path: 'tax.regime', value: regime },
    { path: 'tax.thresholdUsdCents', value: thresholdUsdCents },
  ]
  await inTransaction(app.db, async (tx) => await setEconomy(tx, testActor, { settings, reason: 'a test' }))
}

/** Certifies a form by the real call. */
export async function certify(
  app: Pick<App, 'server'>,
  { headers }: { headers: Record<string, string> },
  payload: object = w9,
) {
  return await app.server.inject({ method: 'PUT', url: '/api/v1/tax-profile', headers, payload })
}
