import type { emailLinkSchemas } from './email-link.schemas.ts'
import { endpoint } from './endpoint.ts'

export const sendSignInLink = endpoint<typeof emailLinkSchemas.sendSignInLink>()({
  id: 'sendSignInLink',
  method: 'POST',
  path: '/identity/link/send',
  access: 'public',
})

export const confirmSignInLink = endpoint<typeof emailLinkSchemas.confirmSignInLink>()({
  id: 'confirmSignInLink',
  method: 'POST',
  path: '/identity/link/confirm',
  access: 'public',
})
