import type { WaysIn } from '#contracts/account-security.schemas.ts'
import { getWaysIn, removeWaysIn } from '#contracts/account-security.endpoints.ts'
import type {
  AuthenticatorSetup,
  NewRecoveryCodes,
  RecoveryCodes,
  SecondFactors,
  SecondStep,
  FactorProof,
} from '#contracts/second-factor.schemas.ts'
import * as endpoints from '#contracts/second-factor.endpoints.ts'
import { asMember, withToken } from './identity-actions.ts'
import { send } from './identity-embedded-actions.ts'
import { sessionStore } from './session.ts'

/**
 * Second factors are the embedded provider's own; others ask for theirs themselves. Failures are `ApiProblem` or
 * `NetworkFailure`; changes ask for what proof they need and go on.
 */
export const secondFactorActions = {
  secondFactors: (signal?: AbortSignal): Promise<SecondFactors> =>
    withToken((bearer) => send(endpoints.getSecondFactors, { bearer, signal })),
  startAuthenticator: (): Promise<AuthenticatorSetup> =>
    asMember((bearer) => send(endpoints.startAuthenticator, { bearer })),
  confirmAuthenticator: (body: { code: string }): Promise<NewRecoveryCodes> =>
    asMember((bearer) => send(endpoints.confirmAuthenticator, { bearer, body })),
  async removeAuthenticator(): Promise<void> {
    await asMember((bearer) => send(endpoints.removeAuthenticator, { bearer }))
  },
  makeRecoveryCodes: (): Promise<RecoveryCodes> =>
    asMember((bearer) => send(endpoints.makeRecoveryCodes, { bearer })),

  waysIn: (signal?: AbortSignal): Promise<WaysIn> =>
    withToken((bearer) => send(getWaysIn, { bearer, signal })),
  /** Answers what was removed. */
  removeWaysIn: (): Promise<WaysIn> => asMember((bearer) => send(removeWaysIn, { bearer })),

  /** What asks for a second factor then works for ten minutes. */
  async proveSecondFactor(body: FactorProof): Promise<void> {
    await withToken((bearer) => send(endpoints.proveSecondFactor, { bearer, body }))
  },

  /** How the sign-in that this browser began can be finished. */
  secondStep: (signal?: AbortSignal): Promise<SecondStep> => send(endpoints.getSecondStep, { signal }),
  /** Finishes it; the session then takes effect by itself. */
  async confirmSecondStep(body: FactorProof): Promise<void> {
    const session = await send(endpoints.confirmSecondStep, { body })
    sessionStore.send({ type: 'signed-in', session })
  },
}
