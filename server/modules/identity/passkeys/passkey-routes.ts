import * as endpoints from '#contracts/passkeys.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import { findPending, pendingToken, stepUse } from '../second-factor/pending-sign-in.ts'
import { requireAnyFactor } from '../second-factor/require-factor.ts'
import { callerOf } from '../session-cookie.ts'
import { startWholeSession } from '../sign-in-by-link.ts'
import { signedInWith } from '../signed-in-with.ts'
import { addPasskey, removePasskey, renamePasskey, startPasskey } from './change-passkeys.ts'
import { checkPasskey, requestPasskey } from './check-passkey.ts'
import type { ChallengeUse } from './passkey-challenge.ts'

/** Who signs in by a passkey is known by it alone. */
const signInUse: ChallengeUse = { purpose: 'sign_in', uid: null, boundTo: '' }

/** The routes with which a member adds and removes passkeys, and signs in by one. */
export function passkeyRoutes(identity: IdentityDeps): Route[] {
  const { identityDb, publicOrigin } = identity
  return [
    bind(endpoints.startPasskey, async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store')
      return await startPasskey(identity, actor)
    }),
    bind(endpoints.addPasskey, async ({ actor, body, request, reply }) => {
      reply.header('cache-control', 'no-store')
      return answer(201, await addPasskey(identity, actor, body, callerOf(request, identity)))
    }),
    bind(endpoints.renamePasskey, async ({ actor, params: { id }, body: { name } }) => {
      await renamePasskey(identity, actor, { id, name })
      return answer(204, null)
    }),
    bind(endpoints.removePasskey, async ({ actor, params, request }) => {
      await removePasskey(identity, { ...actor, asker: callerOf(request, identity) }, params.id)
      return answer(204, null)
    }),
    bind(endpoints.startPasskeyProof, async ({ actor: { uid, sessionId }, reply }) => {
      reply.header('cache-control', 'no-store')
      await requireAnyFactor(identityDb, uid)
      return await requestPasskey(identity, { purpose: 'proof', uid, boundTo: sessionId })
    }),
    bind(endpoints.startPasskeyStep, async ({ request, reply }) => {
      reply.header('cache-control', 'no-store')
      const token = pendingToken(request, publicOrigin)
      const uid = await findPending(identityDb, token)
      if (token === undefined || uid === undefined) throw problem('sign_in_expired')
      return await requestPasskey(identity, stepUse(uid, token))
    }),
    bind(endpoints.startPasskeySignIn, async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      return await requestPasskey(identity, signInUse)
    }),
    bind(endpoints.signInByPasskey, async ({ body, ...http }) => {
      const proof = await checkPasskey(identity, body.passkey, signInUse)
      const session = await startWholeSession(identity, proof, callerOf(http.request, identity))
      return await signedInWith(identity, http, session)
    }),
  ]
}
