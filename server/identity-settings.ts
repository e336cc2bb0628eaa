import * as z from 'zod'
import type { PublicIdentity } from '#contracts/identity-provider.ts'
import { isLoopback } from '#rules/loopback.ts'
import type { SocialSettings, OidcKeys } from './social-settings.ts'

/** Ways to sign in that a Firebase project may offer besides password and mailed link. */
export const firebaseWays = ['google', 'apple', 'facebook', 'x', 'github'] as const satisfies Exclude<
  keyof SocialSettings,
  'oidc'
>[]

/** A project of Firebase Authentication, as its console shows it. */
export interface FirebaseProject {
  projectId: string
  /** Names the project to Google; public, it is in every page. */
  apiKey: string
  /** Where the windows of other providers open. */
  authDomain: string
}

/** Who keeps the members' passwords and says who a person is. */
export type IdentitySettings =
  | { provider: 'embedded' }
  | ({ provider: 'oidc' } & OidcKeys)
  | ({ provider: 'firebase' } & FirebaseSettings)

export interface FirebaseSettings extends FirebaseProject {
  ways: (typeof firebaseWays)[number][]
  /** The replacement of Google's services in tests; null is Google. */
  url: string | null
}

/** What every page sends to the browser. */
export function publicIdentity(identity: IdentitySettings): PublicIdentity {
  switch (identity.provider) {
    case 'embedded':
      return { provider: 'embedded' }
    case 'oidc':
      return { provider: 'oidc', name: identity.name }
    case 'firebase':
      return identity
  }
}

/** `project-id api-key` and, where it is not `{project-id}.firebaseapp.com`, the domain of its sign-in windows. */
export const firebaseProject = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{4,29} +[\w-]{1,100}( +[a-z0-9-]+(\.[a-z0-9-]+)+)?$/,
    'is the project id and the web API key, with a space between',
  )
  .transform((text): FirebaseProject => {
    const [projectId = '', apiKey = '', authDomain = `${projectId}.firebaseapp.com`] = text.split(/ +/)
    return { projectId, apiKey, authDomain }
  })
  .or(z.literal('').transform(() => null))

/** Some of Google, Apple and the others, as the project has them switched on. */
export const firebaseSignIn = z
  .string()
  .regex(
    new RegExp(`^((${firebaseWays.join('|')})(,(?!$)|$))*$`),
    `is a list of ${firebaseWays.join(', ')} such as google,apple`,
  )
  .transform((list) => firebaseWays.filter((way) => list.split(',').includes(way)))

/** Another address than Google's is for tests, which mint tokens of their own: on this machine alone. */
export const firebaseUrl = z
  .string()
  .refine((text) => isLocalOrigin(text), 'is an address of this machine such as http://127.0.0.1:9099')
  .or(z.literal('').transform(() => null))

function isLocalOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && isLoopback(new URL(text).hostname)
}
