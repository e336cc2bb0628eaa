/** Which identity provider is set up, as far as a browser has to know. Nothing of it is secret. */
export type PublicIdentity =
  | { provider: 'embedded' }
  | {
      provider: 'oidc'
      /** The issuer as people know it. */
      name: string
    }
  | {
      provider: 'firebase'
      projectId: string
      apiKey: string
      authDomain: string
      /** Ways to sign in besides password and mailed link. */
      ways: ('google' | 'apple' | 'facebook' | 'x' | 'github')[]
      /** The replacement of Google's services in tests. */
      url: string | null
    }

/** The `<meta>` in which every page of the server says it, as JSON. */
export const identityMetaName = 'identity-provider'

/** Where a browser goes to sign in with the OpenID Connect issuer that is set up; both answer with a way on. */
export const oidcPaths = {
  /** `?redirect=` is where to go on to; with `?again=` the person is asked who they are even if the issuer knows. */
  start: '/identity/oidc/start',
  callback: '/identity/oidc/callback',
} as const
