import type { accountSecuritySchemas } from './account-security.schemas.ts'
import { endpoint } from './endpoint.ts'

export const getAccountSecurity = endpoint<typeof accountSecuritySchemas.getAccountSecurity>()({
  id: 'getAccountSecurity',
  method: 'GET',
  path: '/identity/security',
  access: 'bearer',
})

export const getWaysIn = endpoint<typeof accountSecuritySchemas.getWaysIn>()({
  id: 'getWaysIn',
  method: 'GET',
  path: '/identity/ways-in',
  access: 'bearer',
})

export const removeWaysIn = endpoint<typeof accountSecuritySchemas.removeWaysIn>()({
  id: 'removeWaysIn',
  method: 'DELETE',
  path: '/identity/ways-in',
  access: 'bearer',
})
