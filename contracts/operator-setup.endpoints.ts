import { endpoint } from './endpoint.ts'
import type { operatorSetupSchemas } from './operator-setup.schemas.ts'

export const getSetup = endpoint<typeof operatorSetupSchemas.getSetup>()({
  id: 'getSetup',
  method: 'GET',
  path: '/api/v1/operator/setup',
  access: 'operator',
  permission: 'read',
})

export const getDemo = endpoint<typeof operatorSetupSchemas.getDemo>()({
  id: 'getDemo',
  method: 'GET',
  path: '/api/v1/operator/setup/demo',
  access: 'operator',
  permission: 'demo.load',
})

export const loadDemoData = endpoint<typeof operatorSetupSchemas.loadDemoData>()({
  id: 'loadDemoData',
  method: 'POST',
  path: '/api/v1/operator/setup/demo-loads',
  access: 'operator',
  permission: 'demo.load',
})

export const removeDemoData = endpoint<typeof operatorSetupSchemas.removeDemoData>()({
  id: 'removeDemoData',
  method: 'POST',
  path: '/api/v1/operator/setup/demo-removals',
  access: 'operator',
  permission: 'demo.remove',
})

export const keepEconomy = endpoint<typeof operatorSetupSchemas.keepEconomy>()({
  id: 'keepEconomy',
  method: 'POST',
  path: '/api/v1/operator/setup/kept-economies',
  access: 'operator',
  permission: 'economy.keep',
})

export const confirmTestMail = endpoint<typeof operatorSetupSchemas.confirmTestMail>()({
  id: 'confirmTestMail',
  method: 'POST',
  path: '/api/v1/operator/setup/arrived-mails',
  access: 'operator',
  permission: 'mail.arrived',
})

export const sendTestMail = endpoint<typeof operatorSetupSchemas.sendTestMail>()({
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/v1/operator/setup/test-mails',
  access: 'operator',
  permission: 'mail.test',
})
