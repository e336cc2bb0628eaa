import { endpoint } from './endpoint.ts'
import type { identitySchemas } from './identity.schemas.ts'

export const signUp = endpoint<typeof identitySchemas.signUp>()({
  id: 'signUp',
  method: 'POST',
  path: '/identity/sign-up',
  access: 'public',
})

export const signIn = endpoint<typeof identitySchemas.signIn>()({
  id: 'signIn',
  method: 'POST',
  path: '/identity/sign-in',
  access: 'public',
})

export const refresh = endpoint<typeof identitySchemas.refresh>()({
  id: 'refresh',
  method: 'POST',
  path: '/identity/refresh',
  access: 'public',
})

export const signOut = endpoint<typeof identitySchemas.signOut>()({
  id: 'signOut',
  method: 'POST',
  path: '/identity/sign-out',
  access: 'public',
})

export const sendVerification = endpoint<typeof identitySchemas.sendVerification>()({
  id: 'sendVerification',
  method: 'POST',
  path: '/identity/verification/send',
  access: 'bearer',
})

export const confirmVerification = endpoint<typeof identitySchemas.confirmVerification>()({
  id: 'confirmVerification',
  method: 'POST',
  path: '/identity/verification/confirm',
  access: 'public',
})

export const getPasswordPolicy = endpoint<typeof identitySchemas.getPasswordPolicy>()({
  id: 'getPasswordPolicy',
  method: 'GET',
  path: '/identity/policy',
  access: 'public',
})

export const getIdentityUser = endpoint<typeof identitySchemas.getIdentityUser>()({
  id: 'getIdentityUser',
  method: 'GET',
  path: '/identity/user',
  access: 'bearer',
})
