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

export const checkAuditChain = endpoint<typeof operatorAuditSchemas.checkAuditChain>()({
  id: 'checkAuditChain',
  method: 'GET',
  path: '/api/v1/operator/audit-chain',
  access: 'operator',
  permission: 'read.audit',
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
