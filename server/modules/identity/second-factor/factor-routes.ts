import type { FastifyRequest } from 'fastify'
import * as endpoints from '#contracts/second-factor.endpoints.ts'
import type { SecondFactors, SecondStep } from '#contracts/second-factor.schemas.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { callerOf } from '../session-cookie.ts'
import { signedInWith } from '../signed-in-with.ts'
import {
  confirmAuthenticator,
  makeRecoveryCodes,
  removeAuthenticator,
  startAuthenticator,
} from './authenticator.ts'
import { confirmSecondStep } from './confirm-second-step.ts'
import { passkeyView } from '../passkeys/change-passkeys.ts'
import { listPasskeys } from '../passkeys/passkey-queries.ts'
import { findAuthenticator } from './factor-queries.ts'
import { clearPendingCookie, findPending, pendingToken } from './pending-sign-in.ts'
import { recoveryCodesLeft } from './recovery-codes.ts'
import { proveFactor } from './require-factor.ts'

/** The routes of second factors, and of the sign-in that waits for one. */
export function factorRoutes(identity: IdentityDeps): Route[] {
  const { identityDb, publicOrigin } = identity
  const asking = <A>(actor: A, request: FastifyRequest) => ({ ...actor, asker: callerOf(request, identity) })
  return [
    bind(endpoints.getSecondFactors, async ({ actor }) => await secondFactors(identity, actor.uid)),
    bind(endpoints.startAuthenticator, async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store')
      return await startAuthenticator(identity, actor)
    }),
    bind(endpoints.confirmAuthenticator, async ({ actor, body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return await confirmAuthenticator(identity, actor, body, callerOf(request, identity))
    }),
    bind(endpoints.removeAuthenticator, async ({ actor, request }) => {
      await removeAuthenticator(identity, asking(actor, request))
      return answer(204, null)
    }),
    bind(endpoints.makeRecoveryCodes, async ({ actor, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return await makeRecoveryCodes(identity, asking(actor, request))
    }),
    bind(endpoints.proveSecondFactor, async ({ actor, body, request }) => {
      await proveFactor(identity, actor, body, callerOf(request, identity))
      return answer(204, null)
    }),
    bind(endpoints.getSecondStep, async ({ request, reply }): Promise<SecondStep> => {
      reply.header('cache-control', 'no-store')
      const uid = await findPending(identityDb, pendingToken(request, publicOrigin))
      return { pending: uid === undefined ? null : { ways: await waysOf(identity, uid) } }
    }),
    bind(endpoints.confirmSecondStep, async ({ body: proof, ...http }) => {
      const token = pendingToken(http.request, publicOrigin)
      const session = await confirmSecondStep(identity, { token, proof }, callerOf(http.request, identity))
      clearPendingCookie(http.reply, publicOrigin)
      return await signedInWith(identity, http, session)
    }),
  ]
}

async function secondFactors({ identityDb }: IdentityDeps, uid: string): Promise<SecondFactors> {
  const found = await findAuthenticator(identityDb, uid)
  return {
    authenticator: found?.addedAt
      ? { addedAt: found.addedAt.toISOString(), lastUsedAt: found.lastUsedAt?.toISOString() ?? null }
      : null,
    passkeys: (await listPasskeys(identityDb, uid)).map(passkeyView),
    recoveryCodesLeft: await recoveryCodesLeft(identityDb, uid),
  }
}

type Ways = NonNullable<SecondStep['pending']>['ways']

async function waysOf(identity: IdentityDeps, uid: string): Promise<Ways> {
  const { authenticator, passkeys, recoveryCodesLeft: left } = await secondFactors(identity, uid)
  return [
    ...(passkeys.length > 0 ? (['passkey'] as const) : []),
    ...(authenticator ? (['authenticator'] as const) : []),
    ...(left > 0 ? (['recovery_code'] as const) : []),
  ]
}
