import { endpoint } from './endpoint.ts'
import type { operatorDeletionSchemas } from './operator-deletions.schemas.ts'

const path = '/api/v1/operator/deletions'

export const listDeletions = endpoint<typeof operatorDeletionSchemas.listDeletions>()({
  id: 'listDeletions',
  method: 'GET',
  path,
  access: 'operator',
  permission: 'read',
})

export const getOperatedDeletion = endpoint<typeof operatorDeletionSchemas.getOperatedDeletion>()({
  id: 'getOperatedDeletion',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'operator',
  permission: 'read',
})

export const takeDeletion = endpoint<typeof operatorDeletionSchemas.takeDeletion>()({
  id: 'takeDeletion',
  method: 'POST',
  path: `${path}/{id}/take`,
  access: 'operator',
  permission: 'deletion.assign',
})

export const giveBackDeletion = endpoint<typeof operatorDeletionSchemas.giveBackDeletion>()({
  id: 'giveBackDeletion',
  method: 'POST',
  path: `${path}/{id}/give-back`,
  access: 'operator',
  permission: 'deletion.assign',
})

export const retryDeletion = endpoint<typeof operatorDeletionSchemas.retryDeletion>()({
  id: 'retryDeletion',
  method: 'POST',
  path: `${path}/{id}/retry`,
  access: 'operator',
  permission: 'deletion.retry',
})
