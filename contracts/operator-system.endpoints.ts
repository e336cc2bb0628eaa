import { endpoint } from './endpoint.ts'
import type { operatorSystemSchemas } from './operator-system.schemas.ts'

const system = '/api/v1/operator/system'
const jobs = '/api/v1/operator/jobs'

export const getSystem = endpoint<typeof operatorSystemSchemas.getSystem>()({
  id: 'getSystem',
  method: 'GET',
  path: system,
  access: 'operator',
  permission: 'read',
})

export const examineSystem = endpoint<typeof operatorSystemSchemas.examineSystem>()({
  id: 'examineSystem',
  method: 'GET',
  path: `${system}/findings`,
  access: 'operator',
  permission: 'read',
})

export const listFailedJobs = endpoint<typeof operatorSystemSchemas.listFailedJobs>()({
  id: 'listFailedJobs',
  method: 'GET',
  path: `${jobs}/failures`,
  access: 'operator',
  permission: 'job.run',
})

export const runJob = endpoint<typeof operatorSystemSchemas.runJob>()({
  id: 'runJob',
  method: 'POST',
  path: `${jobs}/{name}/runs`,
  access: 'operator',
  permission: 'job.run',
})

export const retryJob = endpoint<typeof operatorSystemSchemas.retryJob>()({
  id: 'retryJob',
  method: 'POST',
  path: `${jobs}/{name}/retries`,
  access: 'operator',
  permission: 'job.run',
})

export const replayFailedWebhooks = endpoint<typeof operatorSystemSchemas.replayFailedWebhooks>()({
  id: 'replayFailedWebhooks',
  method: 'POST',
  path: '/api/v1/operator/webhook-endpoints/{id}/replays',
  access: 'operator',
  permission: 'webhook.replay',
})
