import { initializeApp } from '@firebase/app'
import {
  browserLocalPersistence,
  connectAuthEmulator,
  indexedDBLocalPersistence,
  initializeAuth,
  signOut,
  type Auth,
  type User,
} from '@firebase/auth'
import * as identity from '#contracts/identity.endpoints.ts'
import type { AuthUser, SignedIn } from '#contracts/identity.schemas.ts'
import type { PublicIdentity } from '#contracts/identity-provider.ts'
import { ApiProblem } from '../api-problem.ts'
import { request } from '../http.ts'
import { publicIdentity } from '../public-identity.ts'
import { firebaseFailure } from './firebase-failure.ts'

export type FirebaseIdentity = Extract<PublicIdentity, { provider: 'firebase' }>

/** The project, as the page says it. */
export const project = publicIdentity as FirebaseIdentity

/** The SDK, which keeps its session in this browser's storage and over all of its tabs. */
export const auth: Auth = openAuth(project)

function openAuth({ projectId, apiKey, authDomain, url }: FirebaseIdentity): Auth {
  const app = initializeApp({ projectId, apiKey, authDomain })
  // What opens other providers' windows is named where it is used, and loads no script of Google's before.
  const opened = initializeAuth(app, { persistence: [indexedDBLocalPersistence, browserLocalPersistence] })
  if (url) connectAuthEmulator(opened, url, { disableWarnings: true })
  return opened
}

/** Calls the SDK; what it throws comes in the words of the port. */
export async function ask<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw firebaseFailure(error)
  }
}

/** The member who is signed in here. Throws `user_token_expired` where the session has ended. */
export async function signedInUser(): Promise<User> {
  await auth.authStateReady()
  if (auth.currentUser) return auth.currentUser
  throw firebaseFailure(Object.assign(new Error('No one is signed in'), { code: 'auth/null-user' }))
}

/**
 * Ends the session of this browser: at our server first, where a copy of its token would go on until it expires, then in
 * the SDK. With `everywhere` the server ends the member's other sessions too. Throws while the server is away.
 */
export async function endSession({ everywhere }: { everywhere: boolean }): Promise<void> {
  await auth.authStateReady()
  const user = auth.currentUser
  try {
    if (user) {
      const bearer = await user.getIdToken()
      const { method, path: url } = identity.signOut
      await request({ method, url, body: { everywhere }, bearer })
    }
  } catch (error) {
    const failure = firebaseFailure(error)
    // Below that the session has ended already.
    if (!(failure instanceof ApiProblem && failure.status < 500)) throw error
  }
  await signOut(auth)
}

/** What ends a session, here as well: the SDK would bring it back with the next page. */
const ending = new Set(['user_disabled', 'user_token_expired', 'user_deleted'])

/**
 * The session of a user: their ID token is the bearer, and our server says by which uid it knows them. A `fresh` token
 * says what is true now, such as an address that was verified a moment ago.
 */
export async function sessionOf(
  user: User,
  { fresh, signal }: { fresh: boolean; signal?: AbortSignal },
): Promise<SignedIn> {
  try {
    const { token, expirationTime } = await user.getIdTokenResult(fresh)
    const { method, path: url } = identity.getIdentityUser
    const who = (await request({ method, url, bearer: token, signal })) as AuthUser
    const expiresInSec = Math.floor((new Date(expirationTime).getTime() - Date.now()) / 1000)
    return { user: who, accessToken: token, expiresInSec: Math.max(1, expiresInSec) }
  } catch (error) {
    if (error instanceof ApiProblem && ending.has(error.code)) await signOut(auth)
    throw error
  }
}
