import { endpoint } from './endpoint.ts'
import type { operatorLedgerSchemas } from './operator-ledger.schemas.ts'

const ledger = '/api/v1/operator/ledger'

export const getTrialBalance = endpoint<typeof operatorLedgerSchemas.getTrialBalance>()({
  id: 'getTrialBalance',
  method: 'GET',
  path: `${ledger}/trial-balance`,
  access: 'operator',
  permission: 'read.money',
})

export const listLedgerAccounts = endpoint<typeof operatorLedgerSchemas.listLedgerAccounts>()({
  id: 'listLedgerAccounts',
  method: 'GET',
  path: `${ledger}/accounts`,
  access: 'operator',
  permission: 'read.money',
})

export const listLedgerEntries = endpoint<typeof operatorLedgerSchemas.listLedgerEntries>()({
  id: 'listLedgerEntries',
  method: 'GET',
  path: `${ledger}/accounts/{id}/entries`,
  access: 'operator',
  permission: 'read.money',
})

export const getLedgerTransaction = endpoint<typeof operatorLedgerSchemas.getLedgerTransaction>()({
  id: 'getLedgerTransaction',
  method: 'GET',
  path: `${ledger}/transactions/{id}`,
  access: 'operator',
  permission: 'read.money',
})

export const listLiability = endpoint<typeof operatorLedgerSchemas.listLiability>()({
  id: 'listLiability',
  method: 'GET',
  path: `${ledger}/liability`,
  access: 'operator',
  permission: 'read.money',
})
