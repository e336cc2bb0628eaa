import type { FastifyInstance, FastifyRequest } from 'fastify'
import { oidcPaths } from '#contracts/identity-provider.ts'
import type { Config } from '#server/config.ts'
import type { IdentitySettings } from '#server/identity-settings.ts'
import type { MemberDirectory } from '#server/modules/accounts/public.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import type { Route } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { TokenVerifier } from '#server/platform/verified-token.ts'
import { endSessions } from '../end-sessions.ts'
import type { IdentityDeps } from '../identity-deps.ts'
import type { ReadSession } from '../open-session.ts'
import type { MemberOperations } from '../operate-members.ts'
import { proofMinutes } from '../recent-proof.ts'
import { endedSignInsOf, firebaseRoutes } from './firebase-session.ts'
import { createFirebaseVerifier } from './firebase-verifier.ts'
import { createOidcClient } from './oidc-client.ts'
import { oidcRoutes, registerOidc } from './oidc-routes.ts'
import { endedTokensOf } from './oidc-session-queries.ts'
import type { Renewed } from './oidc-session.ts'
import { createOidcVerifier } from './oidc-verifier.ts'
import { operateOutsideMembers } from './operate-outside-members.ts'
import { refreshTurns } from './refresh-turns.ts'

/** What differs between the embedded provider and those outside. */
export interface ChosenProvider {
  verifier: TokenVerifier
  /** The endpoints of `/identity` that there are; the others are unknown addresses. */
  routes: Route[]
  register(server: FastifyInstance): void
  members: MemberOperations
  requireRecentProof(actor: Pick<MemberActor, 'sessionId' | 'signedInAt'>): Promise<void>
  /** Whose session a page is asked for with; null where it has none, and where only the provider can say. */
  readSession(request: FastifyRequest): Promise<ReadSession | null>
}

/** `actorOf` finds or makes the member behind a token. */
export function openOutsideProvider(
  deps: IdentityDeps,
  settings: Exclude<IdentitySettings, { provider: 'embedded' }>,
  { rateLimit, actorOf }: Pick<Config, 'rateLimit'> & { actorOf: MemberDirectory['actorOf'] },
): ChosenProvider {
  const common = {
    members: operateOutsideMembers(deps),
    requireRecentProof: requireRecentSignIn,
    readSession: () => Promise.resolve(null),
  }
  const endSessionsOf = async (uid: string) => await endSessions(deps, uid)
  if (settings.provider === 'firebase') {
    const verifier = createFirebaseVerifier(
      settings,
      deps.sessionRules,
      async (sub) => await endedSignInsOf(deps.identityDb, sub),
    )
    const routes = firebaseRoutes({ ...deps, verifier, actorOf, endSessions: endSessionsOf })
    return { ...common, verifier, routes, register: () => {} }
  }
  const client = createOidcClient(settings, deps.publicOrigin + oidcPaths.callback)
  const verifier = createOidcVerifier(
    settings,
    client.metadata,
    async (sub) => await endedTokensOf(deps.identityDb, sub),
  )
  const sessions = {
    ...deps,
    client,
    verifier,
    actorOf,
    refreshes: refreshTurns<Renewed>(),
    endSessions: endSessionsOf,
  }
  return {
    ...common,
    verifier,
    routes: oidcRoutes(sessions),
    register: (server) => registerOidc(server, sessions, { rateLimit }),
  }
}

/** The provider says when it last asked who they are. Throws `requires_recent_login`. */
async function requireRecentSignIn({ signedInAt }: Pick<MemberActor, 'signedInAt'>): Promise<void> {
  const isRecent = signedInAt !== null && signedInAt.getTime() > Date.now() - proofMinutes * 60_000
  if (!isRecent) throw problem('requires_recent_login')
}
