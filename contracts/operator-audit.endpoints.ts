import { endpoint } from './endpoint.ts'
import type { operatorAuditSchemas } from './operator-audit.schemas.ts'

export const listAuditLog = endpoint<typeof operatorAuditSchemas.listAuditLog>()({
  id: 'listAuditLog',
  method: 'GET',
  path: '/api/v1/operator/audit',
  access: 'operator',
  permission: 'read.audit',
})

export const getAuditEntry = endpoint<typeof operatorAuditSchemas.getAuditEntry>()({
  id: 'getAuditEntry',
  method: 'GET',
  path: '/api/v1/operator/audit/{id}',
  access: 'operator',
  permission: 'read.audit',
})

export const getAuditProof = endpoint<typeof operatorAuditSchemas.getAuditProof>()({
  id: 'getAuditProof',
  method: 'GET',
  path: '/api/v1/operator/audit-proof',
  access: 'operator',
  permission: 'read.audit',
})

export const proveAuditLog = endpoint<typeof operatorAuditSchemas.proveAuditLog>()({
  id: 'proveAuditLog',
  method: 'POST',
  path: '/api/v1/operator/audit-proof',
  access: 'operator',
  permission: 'read.audit',
  changesNothing: true,
})

export const exportAuditCsv = endpoint<typeof operatorAuditSchemas.exportAuditCsv>()({
  id: 'exportAuditCsv',
  method: 'GET',
  path: '/api/v1/operator/audit-export.csv',
  access: 'operator',
  permission: 'read.audit',
})

export const exportAuditJson = endpoint<typeof operatorAuditSchemas.exportAuditJson>()({
  id: 'exportAuditJson',
  method: 'GET',
  path: '/api/v1/operator/audit-export.json',
  access: 'operator',
  permission: 'read.audit',
})
