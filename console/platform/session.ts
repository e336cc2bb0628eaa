import { useSyncExternalStore } from 'react'
import { consoleHref } from '#contracts/console-routes.ts'
import type { OperatorMe } from '#contracts/operator-account.schemas.ts'
import { renewOperatorToken, signOutOperator } from '#contracts/operator-session.endpoints.ts'
import type { OperatorSignedIn } from '#contracts/operator-session.schemas.ts'
import type { OperatorPermission } from '#rules/operator-permissions.ts'
import { isProblem } from './api-problem.ts'
import { request } from './http.ts'
import { queryClient } from './query-client.ts'

export type Session =
  | { status: 'starting' }
  | { status: 'signed-out' }
  | { status: 'away'; error: unknown }
  | { status: 'signed-in'; me: OperatorMe }
  /** It ended while the console was open; what `me` had on screen is kept for them. */
  | { status: 'ended'; me: OperatorMe }

let session: Session = { status: 'starting' }
/** In the memory of this tab alone. */
let token: { text: string; expiresAtMs: number } | null = null
let renewal: Promise<void> | null = null
const listeners = new Set<() => void>()
/** Whether this browser was signed in when it was last open: who never was is not asked for a session. */
const hintKey = 'console-session'

/** The operator's session in this tab. */
export function useSession(): Session {
  return useSyncExternalStore(subscribe, () => session)
}

/** The operator who is signed in, or who was until their session ended; for what is drawn to them alone. */
export function useMe(): OperatorMe {
  const current = useSession()
  if (!('me' in current)) throw new Error('Nobody is signed in')
  return current.me
}

/** Whether the operator may do or read something. */
export function useMay(): (permission: OperatorPermission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** Looks for the session of this browser's cookie, once the page is open. */
export async function startSession(): Promise<void> {
  if (hint() === 'none') return set({ status: 'signed-out' })
  await renew().catch(() => {})
}

/**
 * Begins a session with what signing in answered. Who takes the place of another operator begins with a new page: nothing
 * of the other's stays in memory.
 */
export function beginSession({ accessToken, expiresAt, me }: OperatorSignedIn): void {
  const before = session
  if ('me' in before && before.me.operator.id !== me.operator.id) {
    keepHint(true)
    return startOver()
  }
  // By this machine's clock, a minute early: it may be ahead of the server's by a little.
  token = { text: accessToken, expiresAtMs: Math.min(Date.parse(expiresAt), Date.now() + 4 * 60_000) }
  keepHint(true)
  set({ status: 'signed-in', me })
  if (before.status === 'ended') void queryClient.invalidateQueries()
}

/** Takes what the server says of the operator, as after a proof. */
export function updateMe(me: OperatorMe): void {
  set({ status: 'signed-in', me })
}

/** The session is over, as the server says: what the operator has on screen waits for them to sign in again. */
export function endSession(): 'ended' | 'signed-out' {
  token = null
  keepHint(false)
  const over: Session = 'me' in session ? { status: 'ended', me: session.me } : { status: 'signed-out' }
  set(over)
  return over.status
}

/** The operator ended every session of theirs, this one too: nothing of it stays. */
export function dropSession(): void {
  token = null
  keepHint(false)
  queryClient.clear()
  set({ status: 'signed-out' })
}

/**
 * Ends the session at the server, and here with a new page at the first screen: nothing of the operator stays in memory.
 */
export async function signOut(): Promise<void> {
  await request({ method: signOutOperator.method, url: signOutOperator.path, body: {} })
  keepHint(false)
  startOver()
}

/**
 * Waits while the session has ended, until the operator is signed in again: for good where another takes their place.
 * Throws the abort's reason.
 */
export async function untilSignedInAgain(signal?: AbortSignal): Promise<void> {
  if (session.status !== 'ended') return
  await new Promise<void>((resolve, reject) => {
    const settle = (how: () => void) => {
      stop()
      signal?.removeEventListener('abort', giveUp)
      how()
    }
    const giveUp = () => settle(() => reject(signal!.reason as Error))
    const stop = subscribe(() => session.status === 'signed-in' && settle(resolve))
    if (signal?.aborted) giveUp()
    else signal?.addEventListener('abort', giveUp)
  })
}

/** The access token: a new one where the old is over. Throws `ApiProblem` where no session lives. */
export async function bearer(): Promise<string> {
  if (!token || token.expiresAtMs <= Date.now()) await renew()
  if (!token) throw new Error('No access token after it was renewed')
  return token.text
}

/** The server says that the access token is over. */
export function forgetBearer(): void {
  token = null
}

/** One at a time: whoever asks meanwhile waits for the same answer. */
async function renew(): Promise<void> {
  renewal ??= askForToken().finally(() => {
    renewal = null
  })
  await renewal
}

async function askForToken(): Promise<void> {
  try {
    const answer = await request({
      method: renewOperatorToken.method,
      url: renewOperatorToken.path,
      body: {},
    })
    beginSession(answer as OperatorSignedIn)
  } catch (error) {
    if (isProblem(error, 'unauthenticated', 'user_token_expired')) endSession()
    else if (session.status === 'starting' || session.status === 'away') set({ status: 'away', error })
    throw error
  }
}

function startOver(): void {
  token = null
  set({ status: 'starting' })
  location.replace(consoleHref('home'))
}

function hint(): 'none' | 'some' {
  try {
    return localStorage.getItem(hintKey) === null ? 'none' : 'some'
  } catch {
    return 'some'
  }
}

function keepHint(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(hintKey, '1')
    else localStorage.removeItem(hintKey)
  } catch {
    // Storage may be refused; then a session is looked for each time.
  }
}

function set(next: Session): void {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
