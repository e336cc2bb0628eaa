import type { emailChangeSchemas } from './email-change.schemas.ts'
import { endpoint } from './endpoint.ts'

export const changeEmail = endpoint<typeof emailChangeSchemas.changeEmail>()({
  id: 'changeEmail',
  method: 'POST',
  path: '/identity/email/change',
  access: 'bearer',
})

export const recoverEmail = endpoint<typeof emailChangeSchemas.recoverEmail>()({
  id: 'recoverEmail',
  method: 'POST',
  path: '/identity/email/recover',
  access: 'public',
})
