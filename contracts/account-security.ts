import type { AccountSecurity } from './account-security.responses.ts'
import { endpoint } from './endpoint.ts'

export const getAccountSecurity = endpoint<AccountSecurity>()({
  id: 'getAccountSecurity',
  method: 'GET',
  path: '/identity/security',
  access: 'bearer',
  summary: 'How the member gets in, an address that waits for its link, and what happened lately.',
  tag: 'identity',
  unverifiedAllowed: true,
})
