import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion, PasskeyRegistration } from '#contracts/passkey-shapes.ts'

/** Whether this browser has passkeys at all: it does on secure origins. */
export const hasPasskeys = typeof PublicKeyCredential === 'function'

/** Has the browser answer with a passkey. What it throws says that the person did not. */
export async function answerByPasskey(optionsJSON: object): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  return (await startAuthentication({
    optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON,
  })) as PasskeyAssertion
}

/** Has the browser make a passkey. */
export async function makePasskey(optionsJSON: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  return (await startRegistration({
    optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON,
  })) as PasskeyRegistration
}
