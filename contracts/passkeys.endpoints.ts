import { endpoint } from './endpoint.ts'
import type { passkeySchemas } from './passkeys.schemas.ts'

export const startPasskey = endpoint<typeof passkeySchemas.startPasskey>()({
  id: 'startPasskey',
  method: 'POST',
  path: '/identity/passkey-options',
  access: 'bearer',
})

export const addPasskey = endpoint<typeof passkeySchemas.addPasskey>()({
  id: 'addPasskey',
  method: 'POST',
  path: '/identity/passkeys',
  access: 'bearer',
})

export const renamePasskey = endpoint<typeof passkeySchemas.renamePasskey>()({
  id: 'renamePasskey',
  method: 'PATCH',
  path: '/identity/passkeys/{id}',
  access: 'bearer',
})

export const removePasskey = endpoint<typeof passkeySchemas.removePasskey>()({
  id: 'removePasskey',
  method: 'DELETE',
  path: '/identity/passkeys/{id}',
  access: 'bearer',
})

export const startPasskeyProof = endpoint<typeof passkeySchemas.startPasskeyProof>()({
  id: 'startPasskeyProof',
  method: 'POST',
  path: '/identity/second-factors/passkey',
  access: 'bearer',
})

export const startPasskeyStep = endpoint<typeof passkeySchemas.startPasskeyStep>()({
  id: 'startPasskeyStep',
  method: 'POST',
  path: '/identity/second-step/passkey',
  access: 'public',
})

export const startPasskeySignIn = endpoint<typeof passkeySchemas.startPasskeySignIn>()({
  id: 'startPasskeySignIn',
  method: 'POST',
  path: '/identity/passkey-sign-in/options',
  access: 'public',
})

export const signInByPasskey = endpoint<typeof passkeySchemas.signInByPasskey>()({
  id: 'signInByPasskey',
  method: 'POST',
  path: '/identity/passkey-sign-in',
  access: 'public',
})
