import type { AccountSecurity, WaysIn } from './account-security.responses.ts'
import { endpoint } from './endpoint.ts'
import { changeErrors } from './second-factor.ts'

export const getAccountSecurity = endpoint<AccountSecurity>()({
  id: 'getAccountSecurity',
  method: 'GET',
  path: '/identity/security',
  access: 'bearer',
  summary: 'How the member gets in, an address that waits for its link, and what happened lately.',
  tag: 'identity',
  unverifiedAllowed: true,
})

export const getWaysIn = endpoint<WaysIn>()({
  id: 'getWaysIn',
  method: 'GET',
  path: '/identity/ways-in',
  access: 'bearer',
  summary: 'What gets into the account beside its password and its mailbox.',
  tag: 'identity',
})

export const removeWaysIn = endpoint<WaysIn>()({
  id: 'removeWaysIn',
  method: 'DELETE',
  path: '/identity/ways-in',
  access: 'bearer',
  summary: 'Removes all of them at once, signs out every other session, and answers what was removed.',
  tag: 'identity',
  errors: changeErrors,
  ratePerMinute: 20,
})
