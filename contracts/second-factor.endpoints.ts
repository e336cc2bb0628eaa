import { endpoint } from './endpoint.ts'
import type { secondFactorSchemas } from './second-factor.schemas.ts'

export const getSecondFactors = endpoint<typeof secondFactorSchemas.getSecondFactors>()({
  id: 'getSecondFactors',
  method: 'GET',
  path: '/identity/second-factors',
  access: 'bearer',
})

export const startAuthenticator = endpoint<typeof secondFactorSchemas.startAuthenticator>()({
  id: 'startAuthenticator',
  method: 'POST',
  path: '/identity/authenticator',
  access: 'bearer',
})

export const confirmAuthenticator = endpoint<typeof secondFactorSchemas.confirmAuthenticator>()({
  id: 'confirmAuthenticator',
  method: 'POST',
  path: '/identity/authenticator/confirm',
  access: 'bearer',
})

export const removeAuthenticator = endpoint<typeof secondFactorSchemas.removeAuthenticator>()({
  id: 'removeAuthenticator',
  method: 'DELETE',
  path: '/identity/authenticator',
  access: 'bearer',
})

export const makeRecoveryCodes = endpoint<typeof secondFactorSchemas.makeRecoveryCodes>()({
  id: 'makeRecoveryCodes',
  method: 'POST',
  path: '/identity/recovery-codes',
  access: 'bearer',
})

export const proveSecondFactor = endpoint<typeof secondFactorSchemas.proveSecondFactor>()({
  id: 'proveSecondFactor',
  method: 'POST',
  path: '/identity/second-factors/proof',
  access: 'bearer',
})

export const getSecondStep = endpoint<typeof secondFactorSchemas.getSecondStep>()({
  id: 'getSecondStep',
  method: 'GET',
  path: '/identity/second-step',
  access: 'public',
})

export const confirmSecondStep = endpoint<typeof secondFactorSchemas.confirmSecondStep>()({
  id: 'confirmSecondStep',
  method: 'POST',
  path: '/identity/second-step',
  access: 'public',
})
