import { endpoint } from './endpoint.ts'
import type { operatorAccountSchemas } from './operator-account.schemas.ts'

export const getOperatorMe = endpoint<typeof operatorAccountSchemas.getOperatorMe>()({
  id: 'getOperatorMe',
  method: 'GET',
  path: '/api/v1/operator/me',
  access: 'operator',
  permission: 'read',
})

export const listOperatorSessions = endpoint<typeof operatorAccountSchemas.listOperatorSessions>()({
  id: 'listOperatorSessions',
  method: 'GET',
  path: '/api/v1/operator/sessions',
  access: 'operator',
  permission: 'read.own',
})

export const endOperatorSession = endpoint<typeof operatorAccountSchemas.endOperatorSession>()({
  id: 'endOperatorSession',
  method: 'DELETE',
  path: '/api/v1/operator/sessions/{id}',
  access: 'operator',
  permission: 'session.end',
})

export const endOperatorSessions = endpoint<typeof operatorAccountSchemas.endOperatorSessions>()({
  id: 'endOperatorSessions',
  method: 'DELETE',
  path: '/api/v1/operator/sessions',
  access: 'operator',
  permission: 'session.end',
})

export const getOperatorFactors = endpoint<typeof operatorAccountSchemas.getOperatorFactors>()({
  id: 'getOperatorFactors',
  method: 'GET',
  path: '/api/v1/operator/factors',
  access: 'operator',
  permission: 'read.own',
})

export const startOperatorPasskey = endpoint<typeof operatorAccountSchemas.startOperatorPasskey>()({
  id: 'startOperatorPasskey',
  method: 'POST',
  path: '/api/v1/operator/factors/passkey-options',
  access: 'operator',
  permission: 'factor.add',
  recentProof: true,
})

export const addOperatorPasskey = endpoint<typeof operatorAccountSchemas.addOperatorPasskey>()({
  id: 'addOperatorPasskey',
  method: 'POST',
  path: '/api/v1/operator/factors/passkeys',
  access: 'operator',
  permission: 'factor.add',
  recentProof: true,
})

export const removeOperatorPasskey = endpoint<typeof operatorAccountSchemas.removeOperatorPasskey>()({
  id: 'removeOperatorPasskey',
  method: 'DELETE',
  path: '/api/v1/operator/factors/passkeys/{id}',
  access: 'operator',
  permission: 'factor.remove',
  recentProof: true,
})

export const startOperatorAuthenticator = endpoint<
  typeof operatorAccountSchemas.startOperatorAuthenticator
>()({
  id: 'startOperatorAuthenticator',
  method: 'POST',
  path: '/api/v1/operator/factors/authenticator',
  access: 'operator',
  permission: 'factor.add',
  recentProof: true,
})

export const confirmOperatorAuthenticator = endpoint<
  typeof operatorAccountSchemas.confirmOperatorAuthenticator
>()({
  id: 'confirmOperatorAuthenticator',
  method: 'POST',
  path: '/api/v1/operator/factors/authenticator/confirm',
  access: 'operator',
  permission: 'factor.add',
  recentProof: true,
})

export const removeOperatorAuthenticator = endpoint<
  typeof operatorAccountSchemas.removeOperatorAuthenticator
>()({
  id: 'removeOperatorAuthenticator',
  method: 'DELETE',
  path: '/api/v1/operator/factors/authenticator',
  access: 'operator',
  permission: 'factor.remove',
  recentProof: true,
})

export const startOperatorProof = endpoint<typeof operatorAccountSchemas.startOperatorProof>()({
  id: 'startOperatorProof',
  method: 'POST',
  path: '/api/v1/operator/proof/passkey-options',
  access: 'operator',
  permission: 'read.own',
})

export const proveOperator = endpoint<typeof operatorAccountSchemas.proveOperator>()({
  id: 'proveOperator',
  method: 'POST',
  path: '/api/v1/operator/proof',
  access: 'operator',
  permission: 'read.own',
})
