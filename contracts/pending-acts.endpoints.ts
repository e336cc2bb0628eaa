import { endpoint } from './endpoint.ts'
import type { pendingActSchemas } from './pending-acts.schemas.ts'

export const listPendingActs = endpoint<typeof pendingActSchemas.listPendingActs>()({
  id: 'listPendingActs',
  method: 'GET',
  path: '/api/v1/operator/pending-acts',
  access: 'operator',
  permission: 'read',
})

export const showPendingAct = endpoint<typeof pendingActSchemas.showPendingAct>()({
  id: 'showPendingAct',
  method: 'GET',
  path: '/api/v1/operator/pending-acts/{id}',
  access: 'operator',
  permission: 'read',
})

export const approvePendingAct = endpoint<typeof pendingActSchemas.approvePendingAct>()({
  id: 'approvePendingAct',
  method: 'POST',
  path: '/api/v1/operator/pending-acts/{id}/approval',
  access: 'operator',
  permission: 'act.approve',
  recentProof: true,
})

export const rejectPendingAct = endpoint<typeof pendingActSchemas.rejectPendingAct>()({
  id: 'rejectPendingAct',
  method: 'POST',
  path: '/api/v1/operator/pending-acts/{id}/rejection',
  access: 'operator',
  permission: 'act.reject',
})

export const proposeRate = endpoint<typeof pendingActSchemas.proposeRate>()({
  id: 'proposeRate',
  method: 'POST',
  path: '/api/v1/operator/rate-changes',
  access: 'operator',
  permission: 'rate.set',
  recentProof: true,
})

export const proposeRole = endpoint<typeof pendingActSchemas.proposeRole>()({
  id: 'proposeRole',
  method: 'POST',
  path: '/api/v1/operator/operators/{id}/role-changes',
  access: 'operator',
  permission: 'operator.change-role',
  recentProof: true,
})

export const proposeEnabling = endpoint<typeof pendingActSchemas.proposeEnabling>()({
  id: 'proposeEnabling',
  method: 'POST',
  path: '/api/v1/operator/operators/{id}/enabling',
  access: 'operator',
  permission: 'operator.enable',
  recentProof: true,
})

export const previewDisabling = endpoint<typeof pendingActSchemas.previewDisabling>()({
  id: 'previewDisabling',
  method: 'GET',
  path: '/api/v1/operator/operators/{id}/disabling-preview',
  access: 'operator',
  permission: 'read',
})

export const undoDisabling = endpoint<typeof pendingActSchemas.undoDisabling>()({
  id: 'undoDisabling',
  method: 'POST',
  path: '/api/v1/operator/operators/{id}/disabling/undo',
  access: 'operator',
  permission: 'operator.enable',
  recentProof: true,
})

export const disableOperator = endpoint<typeof pendingActSchemas.disableOperator>()({
  id: 'disableOperator',
  method: 'POST',
  path: '/api/v1/operator/operators/{id}/disabling',
  access: 'operator',
  permission: 'operator.disable',
  recentProof: true,
})
