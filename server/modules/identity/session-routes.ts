import * as security from '#contracts/account-security.endpoints.ts'
import * as password from '#contracts/password.endpoints.ts'
import * as endpoints from '#contracts/sessions.endpoints.ts'
import type { Session } from '#contracts/sessions.schemas.ts'
import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { deviceName } from '#server/platform/device-name.ts'
import { changePassword } from './change-password.ts'
import type { IdentityDeps } from './identity-deps.ts'
import { callerOf } from './session-cookie.ts'
import { removeWaysIn } from './remove-ways-in.ts'
import {
  deleteOtherSessions,
  deleteSessionOf,
  listSessionsOf,
  type ListedSession,
} from './session-queries.ts'
import { listWaysIn } from './ways-in.ts'
import { findPendingEmail } from './action-queries.ts'
import { findPasswordHash } from './identity-queries.ts'
import { listSecurityEvents } from './security-events.ts'
import { linkedProviders } from './social/linked-accounts.ts'

/** The routes with which a member looks after their own sessions and password. */
export function sessionRoutes(identity: IdentityDeps): Route[] {
  const { identityDb } = identity
  return [
    bind(endpoints.listSessions, async ({ actor }) => {
      const sessions = await listSessionsOf(identityDb, actor.uid)
      return { items: sessions.map((session) => sessionView(session, actor.sessionId)) }
    }),
    bind(endpoints.endSession, async ({ actor, params }) => {
      if (!(await deleteSessionOf(identityDb, actor.uid, params.id))) throw problem('not_found')
      await identity.accountChanged(actor.uid)
      return answer(204, null)
    }),
    bind(endpoints.endOtherSessions, async ({ actor }) => {
      await deleteOtherSessions(identityDb, actor.uid, actor.sessionId)
      await identity.accountChanged(actor.uid)
      return answer(204, null)
    }),
    bind(security.getAccountSecurity, async ({ actor }) => await accountSecurity(identity, actor)),
    bind(security.getWaysIn, async ({ actor }) => ({ items: await listWaysIn(identity, actor.uid) })),
    bind(security.removeWaysIn, async ({ actor, request }) => ({
      items: await removeWaysIn(identity, { ...actor, asker: callerOf(request, identity) }),
    })),
    bind(password.changePassword, async ({ actor, body, request }) => {
      await changePassword(identity, { ...actor, asker: callerOf(request, identity) }, body)
      return answer(204, null)
    }),
  ]
}

function sessionView({ userAgent, ...session }: ListedSession, ownId: string): Session {
  return {
    id: session.id,
    isCurrent: session.id === ownId,
    ...deviceName(userAgent),
    country: session.country,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
  }
}

/** What a member should know about who can get into their account; an operator's notes are not theirs to read. */
async function accountSecurity(
  identity: IdentityDeps,
  { uid, email }: { uid: string; email: string },
): Promise<AccountSecurity> {
  const { identityDb } = identity
  const [hash, pendingEmail, linked, events] = await Promise.all([
    findPasswordHash(identityDb, uid),
    findPendingEmail(identityDb, uid, email),
    linkedProviders(identity, uid),
    listSecurityEvents(identityDb, uid),
  ])
  return {
    hasPassword: hash !== undefined,
    pendingEmail: pendingEmail ?? null,
    linked: linked.map(({ id, name, again }) => ({ id, name, proves: again !== undefined })),
    events: events.map(({ kind, at }) => ({ kind, at: at.toISOString() })),
  }
}
