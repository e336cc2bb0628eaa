import { endpoint } from './endpoint.ts'
import type { operatorSetupSchemas } from './operator-setup.schemas.ts'

export const getSetup = endpoint<typeof operatorSetupSchemas.getSetup>()({
  id: 'getSetup',
  method: 'GET',
  path: '/api/v1/operator/setup',
  access: 'operator',
  permission: 'read',
})

export const keepEconomy = endpoint<typeof operatorSetupSchemas.keepEconomy>()({
  id: 'keepEconomy',
  method: 'POST',
  path: '/api/v1/operator/setup/kept-economies',
  access: 'operator',
  permission: 'economy.keep',
})

export const sendTestMail = endpoint<typeof operatorSetupSchemas.sendTestMail>()({
  id: 'sendTestMail',
  method: 'POST',
  path: '/api/v1/operator/setup/test-mails',
  access: 'operator',
  permission: 'mail.test',
})
