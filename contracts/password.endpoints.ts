import { endpoint } from './endpoint.ts'
import type { passwordSchemas } from './password.schemas.ts'

export const sendReset = endpoint<typeof passwordSchemas.sendReset>()({
  id: 'sendReset',
  method: 'POST',
  path: '/identity/reset/send',
  access: 'public',
})

export const confirmReset = endpoint<typeof passwordSchemas.confirmReset>()({
  id: 'confirmReset',
  method: 'POST',
  path: '/identity/reset/confirm',
  access: 'public',
})

export const reauthenticate = endpoint<typeof passwordSchemas.reauthenticate>()({
  id: 'reauthenticate',
  method: 'POST',
  path: '/identity/reauthenticate',
  access: 'bearer',
})

export const changePassword = endpoint<typeof passwordSchemas.changePassword>()({
  id: 'changePassword',
  method: 'POST',
  path: '/identity/password',
  access: 'bearer',
})
