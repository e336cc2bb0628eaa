import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import { paths } from '#contracts/paths.ts'
import type { SessionEffect, SessionState, SignOutReason } from './session-events.ts'
import { refreshAt, type SessionToken } from './session-timing.ts'

/**
 * How a session begins and ends: the two transitions of the session machine that touch more than the token
 * (docs/session.md, End and Signed in).
 */

/** The next state, and the effects to run in order. */
export type SessionStep = { state: SessionState; effects: SessionEffect[] }

/** The state once its refresh has succeeded: nothing under way, no failures. */
export function refreshSettled(state: SessionState): SessionState {
  const { id } = state.refresh
  return {
    ...state,
    refresh: { id, startedAt: null, repeats: 0, failures: 0, failedAt: null, failure: null },
  }
}

/** Gives up a refresh under way: what it would answer is known by now. */
function cancelRefresh(state: SessionState): SessionStep {
  const { id, startedAt } = state.refresh
  return { state: refreshSettled(state), effects: startedAt === null ? [] : [{ type: 'cancel-refresh', id }] }
}

/** Takes an answer that signs in: its token lives from now on by the local clock, and the other tabs hear of it. */
export function enterWith(state: SessionState, session: SignedIn, signedInAt: number): SessionStep {
  const expiresAt = state.now + session.expiresInSec * 1000
  const token = { accessToken: session.accessToken, issuedAt: state.now, expiresAt }
  const step = enter(state, session.user, token, signedInAt)
  step.effects.push(announce(step.state))
  return step
}

/** Signed in, or signed in still: a new member's caches begin empty, a new token sets the timer. */
export function enter(
  before: SessionState,
  user: AuthUser,
  token: SessionToken,
  signedInAt: number,
): SessionStep {
  const { state, effects } = cancelRefresh(before)
  if (state.lastUid !== null && state.lastUid !== user.uid) {
    effects.push({ type: 'analytics-reset' }, { type: 'clear-caches' })
  }
  if (state.presumed && state.presumed.uid !== user.uid)
    effects.push({ type: 'clear-caches' }, { type: 'remember', uid: user.uid }, { type: 'reload' })
  else if (state.user?.uid !== user.uid) effects.push(...arrival(user))
  else effects.push(...verification(state.user, user))

  const wakeAt = refreshAt(token)
  effects.push({ type: 'schedule', at: wakeAt })
  const next = { user, token, signedInAt, wakeAt, lastUid: user.uid, sessionEndedAt: null, endReason: null }
  return { state: { ...state, phase: 'signed-in', presumed: null, ...next }, effects }
}

const toVerification: SessionEffect = { type: 'go', to: paths.emailVerification, keepRedirect: true }

/** What follows when a member arrives who was not signed in here before, or who was presumed. */
function arrival(user: AuthUser): SessionEffect[] {
  const { uid, emailVerified } = user
  const effects: SessionEffect[] = [
    { type: 'remember', uid },
    { type: 'identify', uid },
    { type: 'fetch-user', uid },
  ]
  if (!emailVerified) effects.push(toVerification)
  return effects
}

/** What follows when the same member's address became verified, or, by a change of address, unverified. */
export function verification(before: AuthUser, after: AuthUser): SessionEffect[] {
  if (before.emailVerified === after.emailVerified) return []
  if (!after.emailVerified) return [toVerification]
  return [{ type: 'fetch-user', uid: after.uid, anew: true }, { type: 'email-verified' }]
}

/** Sends the other tabs the session as it is now. */
export function announce({ user, token, signedInAt }: SessionState): SessionEffect {
  const message = { type: 'session', user: user!, token: token!, signedInAt: signedInAt! } as const
  return { type: 'broadcast', message }
}

/**
 * Signed out. After having been signed in: analytics reset, caches cleared, to `/login`. A reload that finds the
 * remembered member's session ended does the same, and keeps the way back; a page that is open to everyone stays.
 */
export function leave(before: SessionState, reason: SignOutReason, isOurNews = true): SessionStep {
  if (before.phase === 'anonymous') return explain(before, reason, isOurNews)
  const { state, effects } = cancelRefresh(before)
  const wasKnown = state.phase === 'signed-in' || state.lastUid !== null || state.presumed !== null
  effects.push({ type: 'unschedule' })
  if (wasKnown) {
    const invitation = leavesForGood(state, reason) ? ({ invitation: true } as const) : {}
    effects.push({ type: 'analytics-reset' }, { type: 'clear-caches' }, { type: 'forget', ...invitation })
    if (isOurNews) effects.push(signedOut(state, reason))
  }
  if (state.phase === 'signed-in') effects.push({ type: 'go', to: paths.login, reason })
  else if (wasKnown) effects.push({ type: 'go', to: paths.login, keepRedirect: true, reason })
  const next = { user: null, presumed: null, token: null, signedInAt: null, lastUid: null, wakeAt: null }
  const end = wasKnown ? { sessionEndedAt: state.now, endReason: reason } : {}
  return { state: { ...state, phase: 'anonymous', ...next, ...end }, effects }
}

/**
 * Whether whoever uses the browser next is taken for another: a session that only ended is begun again by the same member.
 * So it is by one who signs out before the address is verified: they could not use the invitation yet.
 */
function leavesForGood({ user, presumed }: SessionState, reason: SignOutReason): boolean {
  if (reason === 'user_deleted') return true
  return reason === 'signed_out' && (user ?? presumed)?.emailVerified === true
}

/** What a refused call or refresh gives as the reason: all it can say. */
const unexplained: ReadonlySet<SignOutReason | null> = new Set(['session_ended', 'user_token_expired'])

/** A call that was under way may be refused before the answer is here that says why the session ended. */
function explain(state: SessionState, reason: SignOutReason, isOurNews: boolean): SessionStep {
  if (!unexplained.has(state.endReason) || unexplained.has(reason)) return still(state)
  const effects: SessionEffect[] = isOurNews ? [signedOut(state, reason)] : []
  return { state: { ...state, endReason: reason }, effects: [...effects, { type: 'explain', reason }] }
}

/** Sends the other tabs that the session has ended, and why. */
function signedOut({ now }: SessionState, reason: SignOutReason): SessionEffect {
  return { type: 'broadcast', message: { type: 'signed-out', at: now, reason } }
}

/** Nothing to do. */
export function still(state: SessionState): SessionStep {
  return { state, effects: [] }
}
