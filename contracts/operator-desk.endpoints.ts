import { endpoint } from './endpoint.ts'
import type { operatorDeskSchemas } from './operator-desk.schemas.ts'

const views = '/api/v1/operator/views'
const exports = '/api/v1/operator/exports'

export const listOperatorViews = endpoint<typeof operatorDeskSchemas.listOperatorViews>()({
  id: 'listOperatorViews',
  method: 'GET',
  path: views,
  access: 'operator',
  permission: 'read.own',
})

export const saveOperatorView = endpoint<typeof operatorDeskSchemas.saveOperatorView>()({
  id: 'saveOperatorView',
  method: 'PUT',
  path: views,
  access: 'operator',
  permission: 'read.own',
})

export const renameOperatorView = endpoint<typeof operatorDeskSchemas.renameOperatorView>()({
  id: 'renameOperatorView',
  method: 'PATCH',
  path: `${views}/{id}`,
  access: 'operator',
  permission: 'read.own',
})

export const removeOperatorView = endpoint<typeof operatorDeskSchemas.removeOperatorView>()({
  id: 'removeOperatorView',
  method: 'DELETE',
  path: `${views}/{id}`,
  access: 'operator',
  permission: 'read.own',
})

export const listOperatorExports = endpoint<typeof operatorDeskSchemas.listOperatorExports>()({
  id: 'listOperatorExports',
  method: 'GET',
  path: exports,
  access: 'operator',
  permission: 'list.export',
})

/** The console asks it before it makes a file of the pages that it reads. */
export const recordListFile = endpoint<typeof operatorDeskSchemas.recordListFile>()({
  id: 'recordListFile',
  method: 'POST',
  path: '/api/v1/operator/list-files',
  access: 'operator',
  permission: 'list.export',
})

export const startOperatorExport = endpoint<typeof operatorDeskSchemas.startOperatorExport>()({
  id: 'startOperatorExport',
  method: 'POST',
  path: exports,
  access: 'operator',
  permission: 'list.export',
})

/** Ends one that is being made, and removes the file of one that was. */
export const removeOperatorExport = endpoint<typeof operatorDeskSchemas.removeOperatorExport>()({
  id: 'removeOperatorExport',
  method: 'DELETE',
  path: `${exports}/{id}`,
  access: 'operator',
  permission: 'list.export',
})

export const downloadOperatorExport = endpoint<typeof operatorDeskSchemas.downloadOperatorExport>()({
  id: 'downloadOperatorExport',
  method: 'GET',
  path: `${exports}/{id}/file.csv`,
  access: 'operator',
  permission: 'list.export',
})
