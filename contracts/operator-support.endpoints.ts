import { endpoint } from './endpoint.ts'
import type { operatorSupportSchemas } from './operator-support.schemas.ts'

const path = '/api/v1/operator/support-requests'

export const listOperatedRequests = endpoint<typeof operatorSupportSchemas.listOperatedRequests>()({
  id: 'listOperatedRequests',
  method: 'GET',
  path: path,
  access: 'operator',
  permission: 'read.members',
})

export const writeToMember = endpoint<typeof operatorSupportSchemas.writeToMember>()({
  id: 'writeToMember',
  method: 'POST',
  path: path,
  access: 'operator',
  permission: 'support.write',
  idempotent: true,
})

export const getOperatedRequest = endpoint<typeof operatorSupportSchemas.getOperatedRequest>()({
  id: 'getOperatedRequest',
  method: 'GET',
  path: `${path}/{id}`,
  access: 'operator',
  permission: 'read.members',
})

export const getRequestPicture = endpoint<typeof operatorSupportSchemas.getRequestPicture>()({
  id: 'getRequestPicture',
  method: 'GET',
  path: `${path}/{id}/messages/{messageId}/pictures/{place}`,
  access: 'operator',
  permission: 'member.view',
})

export const takeRequest = endpoint<typeof operatorSupportSchemas.takeRequest>()({
  id: 'takeRequest',
  method: 'POST',
  path: `${path}/{id}/take`,
  access: 'operator',
  permission: 'support.assign',
})

export const giveBackRequest = endpoint<typeof operatorSupportSchemas.giveBackRequest>()({
  id: 'giveBackRequest',
  method: 'POST',
  path: `${path}/{id}/give-back`,
  access: 'operator',
  permission: 'support.assign',
})

export const answerRequest = endpoint<typeof operatorSupportSchemas.answerRequest>()({
  id: 'answerRequest',
  method: 'POST',
  path: `${path}/{id}/answer`,
  access: 'operator',
  permission: 'support.answer',
})

export const closeRequest = endpoint<typeof operatorSupportSchemas.closeRequest>()({
  id: 'closeRequest',
  method: 'POST',
  path: `${path}/{id}/close`,
  access: 'operator',
  permission: 'support.close',
})

export const reopenRequest = endpoint<typeof operatorSupportSchemas.reopenRequest>()({
  id: 'reopenRequest',
  method: 'POST',
  path: `${path}/{id}/reopen`,
  access: 'operator',
  permission: 'support.reopen',
})
