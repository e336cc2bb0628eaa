import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import type { PasskeyAssertion } from '#contracts/passkey-shapes.ts'
import type { NewPasskey, PasskeyRequest } from '#contracts/passkeys.schemas.ts'
import * as endpoints from '#contracts/passkeys.endpoints.ts'
import { asMember, withToken } from './identity-actions.ts'
import { send } from './identity-embedded-actions.ts'
import { sessionStore } from './session.ts'

/**
 * Passkeys are the embedded provider's own. Failures are `ApiProblem`, `NetworkFailure`, or what the browser says
 * (`passkey-failure.ts`); changes ask for what proof they need and go on.
 */
export const passkeyActions = {
  /** Has the browser make a passkey, and adds it. */
  async add(): Promise<NewPasskey> {
    const optionsJSON = await asMember((bearer) => send(endpoints.startPasskey, { bearer }))
    const { startRegistration } = await import('@simplewebauthn/browser')
    const passkey = await startRegistration({
      optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON,
    })
    return await asMember((bearer) => send(endpoints.addPasskey, { bearer, body: { passkey } }))
  },

  async rename({ id, name }: { id: string; name: string }): Promise<void> {
    await withToken((bearer) => send(endpoints.renamePasskey, { bearer, params: { id }, body: { name } }))
  },

  async remove(id: string): Promise<void> {
    await asMember((bearer) => send(endpoints.removePasskey, { bearer, params: { id } }))
  },

  /** Signs in by a passkey; the session then takes effect by itself. */
  async signIn(): Promise<void> {
    const passkey = await answer(await send(endpoints.startPasskeySignIn, {}))
    const session = await send(endpoints.signInByPasskey, { body: { passkey } })
    sessionStore.send({ type: 'signed-in', session })
  },

  /** A passkey's answer that finishes the sign-in that this browser began. */
  answerStep: async (): Promise<PasskeyAssertion> => await answer(await send(endpoints.startPasskeyStep, {})),

  /** A passkey's answer that proves that the member is there, and a second factor. */
  answerProof: async (): Promise<PasskeyAssertion> =>
    await answer(await withToken((bearer) => send(endpoints.startPasskeyProof, { bearer }))),
}

async function answer(optionsJSON: PasskeyRequest): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const passkey = await startAuthentication({
    optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON,
  })
  return passkey as PasskeyAssertion
}
