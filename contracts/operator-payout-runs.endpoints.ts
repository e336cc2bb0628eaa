import { endpoint } from './endpoint.ts'
import type { operatorPayoutRunSchemas } from './operator-payout-runs.schemas.ts'

export const listPayoutRuns = endpoint<typeof operatorPayoutRunSchemas.listPayoutRuns>()({
  id: 'listPayoutRuns',
  method: 'GET',
  path: '/api/v1/operator/payout-runs',
  access: 'operator',
  permission: 'read.money',
})

export const draftPayoutRun = endpoint<typeof operatorPayoutRunSchemas.draftPayoutRun>()({
  id: 'draftPayoutRun',
  method: 'POST',
  path: '/api/v1/operator/payout-runs',
  access: 'operator',
  permission: 'payout-run.draft',
  idempotent: true,
})

export const previewPayoutRun = endpoint<typeof operatorPayoutRunSchemas.previewPayoutRun>()({
  id: 'previewPayoutRun',
  method: 'GET',
  path: '/api/v1/operator/payout-runs/preview',
  access: 'operator',
  permission: 'payout-run.draft',
})

export const getPayoutRun = endpoint<typeof operatorPayoutRunSchemas.getPayoutRun>()({
  id: 'getPayoutRun',
  method: 'GET',
  path: '/api/v1/operator/payout-runs/{id}',
  access: 'operator',
  permission: 'read.money',
})

export const listPayouts = endpoint<typeof operatorPayoutRunSchemas.listPayouts>()({
  id: 'listPayouts',
  method: 'GET',
  path: '/api/v1/operator/payout-runs/{id}/payouts',
  access: 'operator',
  permission: 'read.money',
})

export const approvePayoutRun = endpoint<typeof operatorPayoutRunSchemas.approvePayoutRun>()({
  id: 'approvePayoutRun',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/approve',
  access: 'operator',
  permission: 'payout-run.approve',
  recentProof: true,
})

export const discardPayoutRun = endpoint<typeof operatorPayoutRunSchemas.discardPayoutRun>()({
  id: 'discardPayoutRun',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/discard',
  access: 'operator',
  permission: 'payout-run.discard',
})

export const makePayoutFile = endpoint<typeof operatorPayoutRunSchemas.makePayoutFile>()({
  id: 'makePayoutFile',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/files',
  access: 'operator',
  permission: 'payout-run.send',
  recentProof: true,
})

export const getPayoutFile = endpoint<typeof operatorPayoutRunSchemas.getPayoutFile>()({
  id: 'getPayoutFile',
  method: 'GET',
  path: '/api/v1/operator/payout-runs/{id}/files/{number}',
  access: 'operator',
  permission: 'payout-run.send',
  recentProof: true,
})

export const importPayoutResults = endpoint<typeof operatorPayoutRunSchemas.importPayoutResults>()({
  id: 'importPayoutResults',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/imports',
  access: 'operator',
  permission: 'payout-run.import',
  recentProof: true,
})

export const getPayoutImport = endpoint<typeof operatorPayoutRunSchemas.getPayoutImport>()({
  id: 'getPayoutImport',
  method: 'GET',
  path: '/api/v1/operator/payout-imports/{id}',
  access: 'operator',
  permission: 'read.money',
})

export const getRefusedResults = endpoint<typeof operatorPayoutRunSchemas.getRefusedResults>()({
  id: 'getRefusedResults',
  method: 'GET',
  path: '/api/v1/operator/payout-imports/{id}/refused',
  access: 'operator',
  permission: 'read.money',
})

export const retryPayouts = endpoint<typeof operatorPayoutRunSchemas.retryPayouts>()({
  id: 'retryPayouts',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/retry',
  access: 'operator',
  permission: 'payout-run.retry',
  recentProof: true,
})

export const giveUpPayouts = endpoint<typeof operatorPayoutRunSchemas.giveUpPayouts>()({
  id: 'giveUpPayouts',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/give-up',
  access: 'operator',
  permission: 'redemption.failed',
  recentProof: true,
})

export const closePayoutRun = endpoint<typeof operatorPayoutRunSchemas.closePayoutRun>()({
  id: 'closePayoutRun',
  method: 'POST',
  path: '/api/v1/operator/payout-runs/{id}/close',
  access: 'operator',
  permission: 'payout-run.close',
})
