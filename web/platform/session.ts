import { useSyncExternalStore } from 'react'

/** Who is signed in, as the identity provider knows them. */
export interface AuthUser {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  photoURL: string | null
}

/** The session as screens see it. */
export type Session =
  | { state: 'starting' }
  | { state: 'signed-out' }
  | { state: 'unverified'; user: AuthUser }
  | { state: 'signed-in'; user: AuthUser }

const current: Session = { state: 'signed-out' }

/** The session, and a new render when it changes. */
export function useSession(): Session {
  return useSyncExternalStore(
    () => () => {},
    () => current,
  )
}
