import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import {
  announce,
  refreshSettled,
  enter,
  enterWith,
  leave,
  still,
  verification,
  type SessionStep,
} from './session-entry.ts'
import type { SessionEvent, SessionState, SignOutReason, TabMessage } from './session-events.ts'
import {
  CLOCK_SET_BACK_MS,
  EXPIRY_MARGIN_MS,
  isUsable,
  REPEATABLE_MS,
  REPEATS_MAX,
  RETRY_FIRST_MS,
  retryDelay,
} from './session-timing.ts'

/**
 * The browser's session as a pure reducer: an event comes in, the next state and the effects to run go out. No clock,
 * timer, network or storage is touched here. Source: docs/session.md. Events and effects are described in
 * `session-events.ts`.
 */

/** The state before `start`. */
export const initialSession: SessionState = {
  phase: 'starting',
  presumed: null,
  user: null,
  token: null,
  signedInAt: null,
  sessionEndedAt: null,
  endReason: null,
  lastUid: null,
  refresh: { id: 0, startedAt: null, repeats: 0, failures: 0, failedAt: null, failure: null },
  wakeAt: null,
  now: 0,
}

/**
 * The only codes that end a session, on API and identity answers alike. Besides them only a refresh that
 * answers "no session" does. An expired access token or a failing network never does.
 */
const forcedSignOut: ReadonlyMap<string | null, SignOutReason> = new Map([
  ['user_disabled', 'user_disabled'],
  ['user_token_expired', 'user_token_expired'],
  ['user_deleted', 'user_deleted'],
  ['invalid_refresh_token', 'session_ended'],
])

/** The access token to send at `now`, null when there is none that lives long enough: then send `token-needed`. */
export function usableToken(state: SessionState, now: number): string | null {
  return state.token && isUsable(state.token, now) ? state.token.accessToken : null
}

/** Whether every route but the ones open to the unverified leads to the verification screen. */
export function needsVerification(state: SessionState): boolean {
  return state.user !== null && !state.user.emailVerified
}

/** Takes one event: the next state, and what the runtime has to do, in order. */
export function reduceSession(before: SessionState, event: SessionEvent): SessionStep {
  const state = withClock(before, event.now)
  switch (event.type) {
    case 'start':
      return start(state, event.lastUid, event.presumed ?? null)
    case 'timer':
    case 'woke':
      return wake(state)
    case 'online':
      return state.refresh.failure === 'network' ? refreshIf(state, true) : wake(state)
    case 'refresh-now':
      return refreshIf(state, true)
    case 'token-needed':
      return isLacking(state) || !event.again ? refreshIf(state, isLacking(state)) : repeatRefresh(state)
    case 'refresh-answered':
      return isAwaited(state, event.id) ? refreshAnswered(state, event.session) : still(state)
    case 'refresh-failed':
      return isAwaited(state, event.id) ? refreshFailed(state, event.failure) : still(state)
    case 'signed-in':
      return enterWith(state, event.session, state.now)
    case 'signed-out':
      return leave(state, event.reason)
    case 'call-refused':
      return callRefused(state, event.accessToken, event.code)
    case 'user-changed':
      return userChanged(state, event.user)
    case 'other-tab':
      return otherTab(state, event.message)
  }
}

/**
 * Begins. A page written for another member than this browser knows shows nothing of them before the refresh has answered,
 * and what it carries is dropped: it may find the member whom this browser knows.
 */
function start(state: SessionState, lastUid: string | null, presumed: AuthUser | null): SessionStep {
  const isStarting = state.phase === 'starting'
  const isKnown = lastUid === null || lastUid === presumed?.uid
  const begun = refreshIf(
    { ...state, lastUid, presumed: isStarting && isKnown ? presumed : null },
    isStarting,
  )
  if (presumed === null || isKnown) return begun
  return { ...begun, effects: [{ type: 'clear-caches' }, ...begun.effects] }
}

/** Notes the clock. One that was set back leaves times in the future: they are drawn in, and a refresh is due. */
function withClock(state: SessionState, now: number): SessionState {
  if (now >= state.now - CLOCK_SET_BACK_MS) return { ...state, now }
  const atMost = <T extends number | null>(time: T) => (time === null ? time : (Math.min(time, now) as T))
  const { token, refresh } = state
  return {
    ...state,
    now,
    signedInAt: atMost(state.signedInAt),
    sessionEndedAt: atMost(state.sessionEndedAt),
    token: token && {
      ...token,
      issuedAt: atMost(token.issuedAt),
      expiresAt: Math.min(token.expiresAt, now + token.expiresAt - token.issuedAt),
    },
    refresh: { ...refresh, startedAt: atMost(refresh.startedAt), failedAt: atMost(refresh.failedAt) },
    wakeAt: state.wakeAt === null ? null : now + (refresh.failures > 0 ? retryDelay(refresh.failures) : 0),
  }
}

/** The timer, or a page that comes back: refresh what is due, else set the timer again, which sleep may have bent. */
function wake(state: SessionState): SessionStep {
  if (state.phase === 'anonymous' || state.refresh.startedAt !== null) return still(state)
  const isDue = state.wakeAt === null || state.now >= state.wakeAt
  if (isDue || isLacking(state)) return beginRefresh(state)
  return { state, effects: [{ type: 'schedule', at: state.wakeAt! }] }
}

/**
 * Whether the least wait after a failure has passed; what a person does then need not wait for the timer's 16 minutes.
 */
function isCooled({ refresh, now }: SessionState): boolean {
  return refresh.failedAt === null || now - refresh.failedAt >= RETRY_FIRST_MS
}

/**
 * Whether there is no token to send, and the last was not given just now: one that lives for a moment is not asked for
 * each moment.
 */
function isLacking(state: SessionState): boolean {
  const { now, token } = state
  return usableToken(state, now) === null && isCooled(state) && now - (token?.issuedAt ?? 0) >= RETRY_FIRST_MS
}

function refreshIf(state: SessionState, wanted: boolean): SessionStep {
  return wanted && isFree(state) ? beginRefresh(state) : still(state)
}

function isFree({ phase, refresh }: SessionState): boolean {
  return phase !== 'anonymous' && refresh.startedAt === null
}

/**
 * A call goes without a token since a refresh has failed: another is made before the wait is over, so many times for all
 * calls together.
 */
function repeatRefresh(state: SessionState): SessionStep {
  const { failures, repeats } = state.refresh
  const isWanted = usableToken(state, state.now) === null && failures > 0 && repeats < REPEATS_MAX
  return isWanted && isFree(state) ? beginRefresh(state, repeats + 1) : still(state)
}

function beginRefresh(state: SessionState, repeats = 0): SessionStep {
  const id = state.refresh.id + 1
  return {
    state: { ...state, wakeAt: null, refresh: { ...state.refresh, id, startedAt: state.now, repeats } },
    effects: [{ type: 'refresh', id }],
  }
}

function isAwaited({ refresh }: SessionState, id: number): boolean {
  return refresh.startedAt !== null && refresh.id === id
}

function refreshAnswered(state: SessionState, session: SignedIn | null): SessionStep {
  if (session === null) return leave(refreshSettled(state), 'session_ended')
  // A token that cannot be sent even once would be refreshed again at once, forever.
  if (!(session.expiresInSec * 1000 > EXPIRY_MARGIN_MS))
    return refreshFailed(state, { status: 500, code: null })
  // A member found only now, at start-up or by a switch elsewhere, signed in at the latest when we asked.
  const isSame = state.user?.uid === session.user.uid
  return enterWith(
    refreshSettled(state),
    session,
    (isSame ? state.signedInAt : state.refresh.startedAt) ?? state.now,
  )
}

function refreshFailed(
  state: SessionState,
  failure: 'network' | { status: number; code: string | null },
): SessionStep {
  const reason = failure === 'network' ? undefined : forcedSignOut.get(failure.code)
  if (reason) return leave(refreshSettled(state), reason)
  const { id, repeats, startedAt } = state.refresh
  const failures = state.refresh.failures + (repeats > 0 ? 0 : 1)
  const wakeAt = state.now + retryDelay(failures)
  const refresh = {
    id,
    startedAt: null,
    // Of a server that takes its time nobody asks again at once.
    repeats: state.now - startedAt! < REPEATABLE_MS ? repeats : REPEATS_MAX,
    failures,
    failedAt: state.now,
    failure: failure === 'network' ? ('network' as const) : ('server' as const),
  }
  return { state: { ...state, wakeAt, refresh }, effects: [{ type: 'schedule', at: wakeAt }] }
}

function callRefused(state: SessionState, accessToken: string | null, code: string): SessionStep {
  const { token } = state
  if (token === null || (accessToken !== null && accessToken !== token.accessToken)) return still(state)
  const reason = forcedSignOut.get(code)
  if (reason) return leave(state, reason)
  if (code !== 'access_token_expired' || accessToken === null) return still(state)
  // The server's clock decides: the token is spent, whatever ours says.
  const spent = { ...state, token: { ...token, expiresAt: Math.min(token.expiresAt, state.now) } }
  return refreshIf(spent, isCooled(spent))
}

function userChanged(before: SessionState, user: AuthUser): SessionStep {
  if (before.user?.uid !== user.uid) return still(before)
  const state = { ...before, user }
  const effects = [...verification(before.user, user), announce(state)]
  if (before.user.emailVerified === user.emailVerified) return { state, effects }
  // The token at hand still says the address is unverified.
  const step = refreshIf(state, true)
  return { state: step.state, effects: [...effects, ...step.effects] }
}

function otherTab(state: SessionState, message: TabMessage): SessionStep {
  if (message.type === 'signed-out') {
    const isOldNews = state.signedInAt !== null && message.at < state.signedInAt
    return isOldNews ? still(state) : leave(state, message.reason, false)
  }
  const { user, token, signedInAt } = message
  const isSame = state.user?.uid === user.uid
  const [knownAt, announcedAt] = isSame
    ? [state.token!.issuedAt, token.issuedAt]
    : [state.signedInAt, signedInAt]
  // News from before what we know: a refresh that was on its way when its session ended, or was replaced.
  if (announcedAt < (knownAt ?? announcedAt) || signedInAt < (state.sessionEndedAt ?? signedInAt))
    return still(state)
  return enter(state, user, token, Math.max(signedInAt, isSame ? state.signedInAt! : 0))
}
