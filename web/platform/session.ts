import { useSyncExternalStore } from 'react'
import type { AuthUser, PasswordPolicy } from '#contracts/identity.schemas.ts'
import { ApiProblem } from './api-problem.ts'
import { bearer } from './bearer.ts'
import { bootUser } from './boot-data.ts'
import { embeddedIdentity } from './identity-embedded.ts'
import type { IdentityProvider, SignUpInput, VerificationProof } from './identity-provider.ts'
import { lazily } from './lazily.ts'
import { analytics } from './product-analytics/calls.ts'
import { publicIdentity } from './public-identity.ts'
import { needsVerification } from './session-machine.ts'
import type { SessionState } from './session-events.ts'
import { runSession, type SessionSurroundings } from './session-runtime.ts'
import { SessionStore } from './session-store.ts'

/** With an OpenID Connect issuer our server keeps the session, by the same two calls as its own. */
const provider: IdentityProvider =
  publicIdentity.provider === 'firebase'
    ? lazily(async () => (await import('./firebase/identity-firebase.ts')).firebaseIdentity)
    : embeddedIdentity

/** The session of this tab; `api.ts` takes its bearer from here. */
export const sessionStore = new SessionStore()

/** Whether a sign-out is on its way to the sign-in screen: guards then leave the navigation alone. */
let isLeaving = false

/** Whether a sign-out is asked for here: what is refused meanwhile is refused because of it. */
let isSigningOut = false

/** Starts the session when the page has loaded. */
export function startSession(surroundings: Omit<SessionSurroundings, 'provider'>): void {
  runSession(sessionStore, {
    ...surroundings,
    provider,
    navigate: async (to, options) => {
      isLeaving = true
      try {
        await surroundings.navigate(to, options)
      } finally {
        isLeaving = false
      }
    },
  })
}

/**
 * The session as screens see it. `starting` until the first refresh has answered, with `failure` saying why it
 * has not; `unverified` is signed in, and led to the verification.
 */
export type Session = { failure: SessionState['refresh']['failure'] } & (
  | { state: 'starting' | 'signed-out'; user: null }
  | { state: 'unverified' | 'signed-in'; user: AuthUser }
)

const unanswered: Session = { state: 'starting', user: null, failure: null }
let presumed: Session | null = null

/** As in a page that was rendered in Node, for its member or for everyone: a browser takes that over first. */
function rendered(): Session {
  const user = bootUser()
  if (!user) return unanswered
  if (presumed?.user !== user) presumed = { state: 'signed-in', user, failure: null }
  return presumed
}

let seen: SessionState | undefined
let shown: Session | undefined

/**
 * The same object as long as nothing a screen shows has changed, beginning with what the page shows: another one, be it
 * equal, would have React draw all of the screen once more as soon as it has taken it over, and in one piece.
 */
function snapshot(): Session {
  const { state } = sessionStore
  shown ??= rendered()
  if (state === seen) return shown
  const next = asSession(state)
  const isSame =
    next.state === shown.state && isSameUser(next.user, shown.user) && next.failure === shown.failure
  seen = state
  if (!isSame) shown = next
  return shown
}

/** A refresh answers a member anew who is the same. */
function isSameUser(one: AuthUser | null, other: AuthUser | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function asSession(state: SessionState): Session {
  const { failure } = state.refresh
  if (!state.user) {
    // The server wrote the page by the session's cookie: what it carries is shown while the refresh is under way.
    if (state.presumed) return { state: 'signed-in', user: state.presumed, failure }
    return { state: state.phase === 'starting' ? 'starting' : 'signed-out', user: null, failure }
  }
  return { state: needsVerification(state) ? 'unverified' : 'signed-in', user: state.user, failure }
}

/** The session, and a new render when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(sessionStore.subscribe, snapshot, rendered)
}

/** Whether the session itself is navigating just now. */
export function sessionNavigates(): boolean {
  return isLeaving
}

/** Asks the server anew who is signed in: Retry at start-up, or whether the address is verified by now. */
export function refreshSession(): void {
  sessionStore.send({ type: 'refresh-now' })
}

/**
 * What a person does with their identity. Each takes effect in the session and in every other tab; failures are
 * `ApiProblem` with the provider's code, or `NetworkFailure`.
 */
export const identity = {
  /** Creates an account, signs in and mails the verification. */
  async signUp(input: SignUpInput): Promise<void> {
    const session = await watched(provider.signUp(input))
    // Before the session identifies the member: what this visitor did becomes theirs.
    analytics.alias(session.user.uid)
    analytics.track('sign_up_completed')
    sessionStore.send({ type: 'signed-in', session })
  },

  async signIn(input: { email: string; password: string; captchaToken?: string }): Promise<void> {
    sessionStore.send({ type: 'signed-in', session: await watched(provider.signIn(input)) })
  },

  /** Ends the session here, or with `everywhere` on every device, and leads to the sign-in screen. */
  async signOut({ everywhere = false }: { everywhere?: boolean } = {}): Promise<void> {
    isSigningOut = true
    const done = provider.signOut({ everywhere }).finally(() => {
      isSigningOut = false
    })
    await watched(done)
    sessionStore.send({ type: 'signed-out', reason: 'signed_out' })
  },

  /** Mails a new link and code to the signed-in member's address. */
  async sendVerification(): Promise<void> {
    const token = await bearer(sessionStore, { forced: true })
    await watched(provider.sendVerification(token!), token)
  },

  /**
   * Verifies the address by code or by the mailed link's token. Answers whether this browser is signed in by it;
   * not, when the link was opened in another one than the account was created in.
   */
  async confirmVerification(proof: VerificationProof): Promise<boolean> {
    const session = await watched(provider.confirmVerification(proof))
    if (session) sessionStore.send({ type: 'signed-in', session })
    return session !== null
  },

  /**
   * Sends the provider a name or photo that changed in the profile. The profile is the one that counts, so a failure
   * here loses nothing.
   */
  async profileChanged(profile: { displayName: string | null; photoURL: string | null }): Promise<void> {
    await provider.updateProfile?.(profile).catch(() => {})
  },

  /** What a password must have. */
  passwordPolicy(signal?: AbortSignal): Promise<PasswordPolicy> {
    return provider.passwordPolicy(signal)
  },
}

/** Lets the session hear of a refusal that may end it. */
async function watched<T>(answer: Promise<T>, accessToken: string | null = null): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiProblem) callRefused(accessToken, error.code)
    throw error
  }
}

/**
 * Reports to the session a refusal that may end it, with the token that was sent; null where none was. Not while a
 * sign-out is under way: the server may have ended the session before the page has its answer, and a member who signs
 * out must not read that the session has ended.
 */
export function callRefused(accessToken: string | null, code: string): void {
  if (!isSigningOut) sessionStore.send({ type: 'call-refused', accessToken, code })
}
