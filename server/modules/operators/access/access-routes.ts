import * as account from '#contracts/operator-account.endpoints.ts'
import type { OperatorPasskey as PasskeyView } from '#contracts/operator-account.schemas.ts'
import * as session from '#contracts/operator-session.endpoints.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { deviceText } from '#server/platform/mail/who-asked.ts'
import { operate } from '../operate.ts'
import type { OperatorAccessDeps } from './access-deps.ts'
import * as invitations from './invitations.ts'
import { mailSignInCode } from './mail-sign-in-code.ts'
import { withToken } from './open-session.ts'
import { meOf } from './operator-me.ts'
import { findAuthenticator } from './operator-authenticator.ts'
import { listPasskeys, requestPasskey, startPasskey, type OperatorPasskey } from './operator-passkeys.ts'
import { deleteSessions, listSessions, sessionOfCookie } from './operator-sessions.ts'
import * as own from './own-access.ts'
import { clearSessionCookie, cookieSecret } from './session-cookie.ts'
import { signInByAuthenticator, signInByPasskey, signInUse } from './sign-in.ts'

/** The routes by which operators come in and go, with the cookie of the console. */
export function operatorSessionRoutes(deps: OperatorAccessDeps): Route[] {
  const { db, publicOrigin, sessionRules } = deps
  return [
    bind(session.readOperatorInvitation, async ({ body }) => await invitations.readInvitation(db, body)),
    bind(session.startInvitedPasskey, async ({ body }) => await invitations.startInvitedPasskey(deps, body)),
    bind(
      session.acceptByPasskey,
      async ({ body, ...call }) => await invitations.acceptByPasskey(deps, body, call),
    ),
    bind(
      session.startInvitedAuthenticator,
      async ({ body }) => await invitations.startInvitedAuthenticator(deps, body),
    ),
    bind(
      session.acceptByAuthenticator,
      async ({ body, ...call }) => await invitations.acceptByAuthenticator(deps, body, call),
    ),
    bind(session.startOperatorSignIn, async () => await requestPasskey(deps, signInUse)),
    bind(
      session.signInOperatorByPasskey,
      async ({ body, ...call }) => await signInByPasskey(deps, body, call),
    ),
    bind(session.mailOperatorCode, async ({ body, ...call }) => await mailSignInCode(deps, body, call)),
    bind(
      session.signInOperatorByAuthenticator,
      async ({ body, ...call }) => await signInByAuthenticator(deps, body, call),
    ),
    bind(session.renewOperatorToken, async ({ request }) => {
      const secret = cookieSecret(request, publicOrigin)
      const found = secret && (await sessionOfCookie(db, secret, sessionRules))
      if (!found) throw problem('unauthenticated', { detail: 'Sign in to the console first.' })
      return await withToken(db, found, deps)
    }),
    bind(session.signOutOperator, async ({ request, reply, transaction }) => {
      const secret = cookieSecret(request, publicOrigin)
      clearSessionCookie(reply, publicOrigin)
      const found = secret && (await sessionOfCookie(db, secret, sessionRules))
      if (found)
        await transaction(async (tx) => {
          const { sessionId, operatorId } = found
          const actor = { ...found, via: 'console', requestId: request.id } as const
          await operate(tx, actor, {
            action: 'session.end',
            target: operatorId,
            before: { session: sessionId },
          })
          await deleteSessions(tx, operatorId, sessionId)
        })
      return answer(204, null)
    }),
  ]
}

/** The routes by which an operator looks after their own sessions and factors. */
export function operatorAccountRoutes(deps: OperatorAccessDeps): Route[] {
  const { db, sessionRules } = deps
  return [
    bind(account.getOperatorMe, async ({ actor }) => meOf(actor, sessionRules)),
    bind(account.listOperatorSessions, async ({ actor }) => {
      const sessions = await listSessions(db, actor.operatorId, sessionRules)
      return {
        items: sessions.map(({ id, userAgent, country, createdAt, lastUsedAt }) => {
          const { browser, system } = deviceName(userAgent)
          return {
            id,
            isCurrent: id === actor.session?.id,
            browser,
            system,
            country,
            createdAt: createdAt.toISOString(),
            lastUsedAt: lastUsedAt.toISOString(),
          }
        }),
      }
    }),
    bind(account.endOperatorSession, async ({ actor, params: { id }, transaction }) => {
      await transaction(async (tx) => await own.endSessions(tx, actor, id))
      return answer(204, null)
    }),
    bind(account.endOperatorSessions, async ({ actor, transaction }) => {
      await transaction(async (tx) => await own.endSessions(tx, actor))
      return answer(204, null)
    }),
    bind(account.getOperatorFactors, async ({ actor }) => {
      const app = await findAuthenticator(db, actor.operatorId)
      return {
        passkeys: (await listPasskeys(db, actor.operatorId)).map(passkeyView),
        authenticator: app?.addedAt
          ? { addedAt: app.addedAt.toISOString(), lastUsedAt: app.lastUsedAt?.toISOString() ?? null }
          : null,
      }
    }),
    bind(
      account.startOperatorPasskey,
      async ({ actor }) =>
        await startPasskey(deps, { ...actor, id: actor.operatorId }, own.ownUse('add', actor)),
    ),
    bind(account.addOperatorPasskey, async ({ actor, body: { passkey }, request }) => {
      const name = deviceText(request.headers['user-agent'] ?? '')
      return answer(201, passkeyView(await own.addPasskey(deps, actor, { passkey, name })))
    }),
    bind(account.removeOperatorPasskey, async ({ actor, params, transaction }) => {
      await transaction(async (tx) => await own.removePasskey(tx, deps, actor, params))
      return answer(204, null)
    }),
    bind(account.startOperatorAuthenticator, async ({ actor }) => await own.startAuthenticator(deps, actor)),
    bind(account.confirmOperatorAuthenticator, async ({ actor, body }) => {
      await own.addAuthenticator(deps, actor, body)
      return answer(204, null)
    }),
    bind(account.removeOperatorAuthenticator, async ({ actor, transaction }) => {
      await transaction(async (tx) => await own.removeAuthenticator(tx, deps, actor))
      return answer(204, null)
    }),
    bind(
      account.startOperatorProof,
      async ({ actor }) => await requestPasskey(deps, own.ownUse('proof', actor)),
    ),
    bind(account.proveOperator, async ({ actor, body }) => {
      const session = await own.proveOperator(deps, actor, body)
      return meOf({ ...actor, session }, sessionRules)
    }),
  ]
}

function passkeyView({ id, name, backedUp, addedAt, lastUsedAt }: OperatorPasskey): PasskeyView {
  return { id, name, backedUp, addedAt: addedAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null }
}
