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
  | { status: 'signed-out'; hasEnded: boolean }
  | { status: 'away'; error: unknown }
  | { status: 'signed-in'; me: OperatorMe }

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

/** The operator who is signed in, and what they may do; for what is drawn to them alone. */
export function useMe(): OperatorMe {
  const current = useSession()
  if (current.status !== 'signed-in') throw new Error('Nobody is signed in')
  return current.me
}

/** Whether the operator may do or read something. */
export function useMay(): (permission: OperatorPermission) => boolean {
  const { permissions } = useMe()
  return (permission) => permissions.includes(permission)
}

/** Looks for the session of this browser's cookie, once the page is open. */
export async function startSession(): Promise<void> {
  if (hint() === 'none') return set({ status: 'signed-out', hasEnded: false })
  await renew().catch(() => {})
}

/** Begins a session with what signing in answered. */
export function beginSession({ accessToken, expiresAt, me }: OperatorSignedIn): void {
  // By this machine's clock, a minute early: it may be ahead of the server's by a little.
  token = { text: accessToken, expiresAtMs: Math.min(Date.parse(expiresAt), Date.now() + 4 * 60_000) }
  keepHint(true)
  set({ status: 'signed-in', me })
}

/** Takes what the server says of the operator, as after a proof. */
export function updateMe(me: OperatorMe): void {
  set({ status: 'signed-in', me })
}

/** The session is over, as the server says. */
export function endSession(): void {
  forget(session.status === 'signed-in')
}

/**
 * Ends the session at the server, and here with a new page at the first screen: nothing of the operator stays in memory.
 */
export async function signOut(): Promise<void> {
  await request({ method: signOutOperator.method, url: signOutOperator.path, body: {} })
  keepHint(false)
  location.replace(consoleHref('home'))
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

function forget(hasEnded: boolean): void {
  token = null
  keepHint(false)
  queryClient.clear()
  set({ status: 'signed-out', hasEnded })
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
