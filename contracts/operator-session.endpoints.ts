import { endpoint } from './endpoint.ts'
import type { operatorSessionSchemas } from './operator-session.schemas.ts'

export const readOperatorInvitation = endpoint<typeof operatorSessionSchemas.readOperatorInvitation>()({
  id: 'readOperatorInvitation',
  method: 'POST',
  path: '/console/session/invitation',
  access: 'public',
})

export const startInvitedPasskey = endpoint<typeof operatorSessionSchemas.startInvitedPasskey>()({
  id: 'startInvitedPasskey',
  method: 'POST',
  path: '/console/session/invitation/passkey-options',
  access: 'public',
})

export const acceptByPasskey = endpoint<typeof operatorSessionSchemas.acceptByPasskey>()({
  id: 'acceptByPasskey',
  method: 'POST',
  path: '/console/session/invitation/passkey',
  access: 'public',
})

export const startInvitedAuthenticator = endpoint<typeof operatorSessionSchemas.startInvitedAuthenticator>()({
  id: 'startInvitedAuthenticator',
  method: 'POST',
  path: '/console/session/invitation/authenticator',
  access: 'public',
})

export const acceptByAuthenticator = endpoint<typeof operatorSessionSchemas.acceptByAuthenticator>()({
  id: 'acceptByAuthenticator',
  method: 'POST',
  path: '/console/session/invitation/authenticator/confirm',
  access: 'public',
})

export const startOperatorSignIn = endpoint<typeof operatorSessionSchemas.startOperatorSignIn>()({
  id: 'startOperatorSignIn',
  method: 'POST',
  path: '/console/session/passkey-options',
  access: 'public',
})

export const signInOperatorByPasskey = endpoint<typeof operatorSessionSchemas.signInOperatorByPasskey>()({
  id: 'signInOperatorByPasskey',
  method: 'POST',
  path: '/console/session/passkey',
  access: 'public',
})

export const mailOperatorCode = endpoint<typeof operatorSessionSchemas.mailOperatorCode>()({
  id: 'mailOperatorCode',
  method: 'POST',
  path: '/console/session/mail-code',
  access: 'public',
})

export const signInOperatorByAuthenticator = endpoint<
  typeof operatorSessionSchemas.signInOperatorByAuthenticator
>()({
  id: 'signInOperatorByAuthenticator',
  method: 'POST',
  path: '/console/session/authenticator',
  access: 'public',
})

export const renewOperatorToken = endpoint<typeof operatorSessionSchemas.renewOperatorToken>()({
  id: 'renewOperatorToken',
  method: 'POST',
  path: '/console/session/token',
  access: 'public',
})

export const signOutOperator = endpoint<typeof operatorSessionSchemas.signOutOperator>()({
  id: 'signOutOperator',
  method: 'POST',
  path: '/console/session/sign-out',
  access: 'public',
})
