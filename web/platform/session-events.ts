import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import type { SessionToken } from './session-timing.ts'

/**
 * The words between the session machine (`session-machine.ts`, which decides) and its runtime (which fetches,
 * keeps time, talks to other tabs and navigates). All are data; every event carries `now`, the local wall clock
 * in milliseconds since 1970.
 */

/** Why a session ended, for the sign-in screen to say. */
export type SignOutReason =
  | 'signed_out'
  | 'session_ended'
  | 'user_disabled'
  | 'user_token_expired'
  | 'user_deleted'
  | 'password_reset'
  | 'email_recovered'

/** What the browser knows of its session. The access token lives here, in memory, and nowhere else. */
export type SessionState = {
  /**
   * `starting`: not known yet, because the first refresh is under way or failed by network or server; while
   * `refresh.failures` is above 0 say so and offer Retry, and do not treat the visitor as signed out.
   */
  readonly phase: 'starting' | 'anonymous' | 'signed-in'
  /**
   * While starting: for whom the server wrote the page, by the same cookie that the first refresh is answered by. Screens
   * show them as signed in; there is no token yet.
   */
  readonly presumed: AuthUser | null
  readonly user: AuthUser | null
  readonly token: SessionToken | null
  /** When this sign-in began; routine refreshes keep it. Orders the messages between tabs. */
  readonly signedInAt: number | null
  readonly sessionEndedAt: number | null
  readonly endReason: SignOutReason | null
  /** The member whose data this browser's caches hold; survives a reload by `remember` and `forget`. */
  readonly lastUid: string | null
  readonly refresh: {
    /** Number of the last refresh; an answer to any other is ignored. */
    readonly id: number
    /** When the one under way began, null while none is. */
    readonly startedAt: number | null
    /** How often the last one was tried again before the wait was over; together they are one failure. */
    readonly repeats: number
    /** Failures in a row; a success resets it. */
    readonly failures: number
    readonly failedAt: number | null
    readonly failure: 'network' | 'server' | null
  }
  /** When the timer is set to, null while it is not. */
  readonly wakeAt: number | null
  /** The latest clock seen, to notice one that was set back. */
  readonly now: number
}

export type SessionEvent = { readonly now: number } & (
  | {
      /** Once, when the page has loaded. `lastUid` is what `remember` stored, `presumed` whom the page was written for. */
      readonly type: 'start'
      readonly lastUid: string | null
      readonly presumed?: AuthUser | null
    }
  /** The timer of `schedule` fired; early or late does no harm. */
  | { readonly type: 'timer' }
  /** The page became visible, was focused, or came back from the back/forward cache or from sleep. */
  | { readonly type: 'woke' }
  /** The browser's `online` event. */
  | { readonly type: 'online' }
  /** A person asks for it (Retry), or the verification screen looks whether the address is verified by now. */
  | { readonly type: 'refresh-now' }
  /**
   * A call wants a bearer and `usableToken` had none. Harmless at any rate: one refresh at a time. `again`: it goes
   * without since a refresh has failed, and asks for another before the wait is over.
   */
  | { readonly type: 'token-needed'; readonly again?: boolean }
  | {
      /** `POST /identity/refresh` answered 200: a session, or null for `{ user: null }`. */
      readonly type: 'refresh-answered'
      readonly id: number
      readonly session: SignedIn | null
    }
  | {
      /**
       * The refresh failed. `network`: no answer, a time-out, or an answer that is not ours (not JSON: a
       * captive portal). Otherwise the status and the problem's code, if it has one.
       */
      readonly type: 'refresh-failed'
      readonly id: number
      readonly failure: 'network' | { readonly status: number; readonly code: string | null }
    }
  | {
      /** Any answer in this tab that signs in: sign-up, sign-in, e-mail link, confirmed verification. */
      readonly type: 'signed-in'
      readonly session: SignedIn
    }
  | {
      /**
       * `POST /identity/sign-out` succeeded, the member's own deletion, or what ends every session: a new password, an
       * account taken back. Not before: the cookie would stay.
       */
      readonly type: 'signed-out'
      readonly reason: 'signed_out' | 'user_deleted' | 'password_reset' | 'email_recovered'
    }
  | {
      /**
       * Any API or identity answer that is a problem: its code, and the access token that was sent (null when
       * none was). Answers to a token that is no longer current are ignored.
       */
      readonly type: 'call-refused'
      readonly accessToken: string | null
      readonly code: string
    }
  /** The identity's user changed without a new token, e.g. its display name after a PATCH. */
  | { readonly type: 'user-changed'; readonly user: AuthUser }
  /** Another tab of this browser said something by `broadcast`. */
  | { readonly type: 'other-tab'; readonly message: TabMessage }
)

/** The messages between tabs (BroadcastChannel: same origin, memory only, never stored). */
export type TabMessage =
  | {
      readonly type: 'session'
      readonly user: AuthUser
      readonly token: SessionToken
      readonly signedInAt: number
    }
  | { readonly type: 'signed-out'; readonly at: number; readonly reason: SignOutReason }

/** What the runtime does, in the order given. */
export type SessionEffect =
  /**
   * `POST /identity/refresh`, with a time-out of at most 30 s, under one lock for all tabs
   * (`navigator.locks`). A tab that waited for the lock gives the tab before it a moment to broadcast: if a
   * `session` message arrives meanwhile, `cancel-refresh` follows and no call is made.
   */
  | { readonly type: 'refresh'; readonly id: number }
  /** Abort that refresh, or stop waiting for the lock. A late answer does no harm. */
  | { readonly type: 'cancel-refresh'; readonly id: number }
  /** Send `timer` at this local time, in place of any earlier schedule. */
  | { readonly type: 'schedule'; readonly at: number }
  | { readonly type: 'unschedule' }
  /** Post to the other tabs. */
  | { readonly type: 'broadcast'; readonly message: TabMessage }
  /** Keep the uid in this browser for the next `start`. */
  | { readonly type: 'remember'; readonly uid: string }
  /** Forget it. `invitation`: and who invited whoever used this browser, which a member who leaves for good will not use. */
  | { readonly type: 'forget'; readonly invitation?: true }
  /**
   * Fetch `GET /users/{uid}`, unless the page brought it, and recompute the profile's completion. `anew`: what is known
   * of it is out of date.
   */
  | { readonly type: 'fetch-user'; readonly uid: string; readonly anew?: true }
  /** Identify the member to analytics. */
  | { readonly type: 'identify'; readonly uid: string }
  | { readonly type: 'analytics-reset' }
  /** Load the page anew: it shows another member than the one who is signed in. */
  | { readonly type: 'reload' }
  /** Drop the cached user, every query and every authorised entry of the service worker's caches. */
  | { readonly type: 'clear-caches' }
  /** The e-mail is verified by now: if the verification screen shows, go on to its `redirect` or home. */
  | { readonly type: 'email-verified' }
  | {
      /**
       * Navigate, unless already there. `keepRedirect`: the present path, or its own `redirect`, goes along as
       * `?redirect=`. `reason` is for the sign-in screen to say why.
       */
      readonly type: 'go'
      readonly to: string
      readonly keepRedirect?: true
      readonly reason?: SignOutReason
    }
  /** Have the sign-in screen, where it shows, say another reason. */
  | { readonly type: 'explain'; readonly reason: SignOutReason }
