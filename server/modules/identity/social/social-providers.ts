import type { SocialSettings } from '#server/social-settings.ts'
import { appleClientSecret } from './apple-client-secret.ts'
import { facebookUser, githubUser, xUser, type ReadUser } from './oauth-users.ts'

/** A provider with whose account people may sign in. */
export interface SocialProvider {
  /** Its part of our addresses. */
  id: keyof SocialSettings
  /** As people know it. */
  name: string
  /** With the subject the key of its accounts; where it speaks OpenID Connect, its address too. */
  issuer: string
  clientId: string
  /** Asked anew every hour: Apple's is made, and expires. */
  clientSecret(): Promise<string>
  scope: string
  /**
   * What has it ask the person again and say when it did (`auth_time`). Without it the provider is no proof that the
   * person is there: Google and Apple promise no such claim, OAuth 2 alone knows none.
   */
  again?: Record<string, string>
  /** Apple sends its answer as a form. */
  formPost?: boolean
  /** Where it speaks OAuth 2 alone: its addresses, and where it says who the person is. */
  oauth?: { authorize: string; token: string; auth: 'basic' | 'post'; readUser: ReadUser }
}

/**
 * The providers that are set up. Google, Apple and any other issuer speak OpenID Connect; Facebook, X and GitHub OAuth
 * 2 alone, and say who a person is in their own way (oauth-users.ts). A version in an address is the newest one known;
 * none of them could be tried against the provider itself.
 */
export function socialProviders(settings: SocialSettings): SocialProvider[] {
  const { google, apple, facebook, x, github, oidc } = settings
  const secretOf = (keys: { clientSecret: string }) => async () => keys.clientSecret
  const all: (SocialProvider | null)[] = [
    google && {
      id: 'google',
      name: 'Google',
      issuer: 'https://accounts.google.com',
      clientId: google.clientId,
      clientSecret: secretOf(google),
      scope: 'openid email profile',
    },
    apple && {
      id: 'apple',
      name: 'Apple',
      issuer: appleIssuer,
      clientId: apple.clientId,
      clientSecret: async () => await appleClientSecret(apple, appleIssuer),
      scope: 'openid email name',
      formPost: true,
    },
    facebook && {
      id: 'facebook',
      name: 'Facebook',
      issuer: 'https://www.facebook.com',
      clientId: facebook.clientId,
      clientSecret: secretOf(facebook),
      scope: 'email public_profile',
      oauth: {
        authorize: 'https://www.facebook.com/v23.0/dialog/oauth',
        token: 'https://graph.facebook.com/v23.0/oauth/access_token',
        auth: 'post',
        readUser: facebookUser('https://graph.facebook.com/v23.0'),
      },
    },
    x && {
      id: 'x',
      name: 'X',
      issuer: 'https://x.com',
      clientId: x.clientId,
      clientSecret: secretOf(x),
      // Reading the person needs tweet.read as well.
      scope: 'users.read tweet.read users.email',
      oauth: {
        authorize: 'https://x.com/i/oauth2/authorize',
        token: 'https://api.x.com/2/oauth2/token',
        auth: 'basic',
        readUser: xUser('https://api.x.com/2'),
      },
    },
    github && {
      id: 'github',
      name: 'GitHub',
      issuer: 'https://github.com',
      clientId: github.clientId,
      clientSecret: secretOf(github),
      scope: 'read:user user:email',
      oauth: {
        authorize: 'https://github.com/login/oauth/authorize',
        token: 'https://github.com/login/oauth/access_token',
        auth: 'post',
        readUser: githubUser('https://api.github.com'),
      },
    },
    oidc && {
      id: 'oidc',
      name: oidc.name,
      issuer: oidc.issuer,
      clientId: oidc.clientId,
      clientSecret: secretOf(oidc),
      scope: 'openid email profile',
      again: { prompt: 'login', max_age: '0' },
    },
  ]
  return all.filter((provider) => provider !== null)
}

const appleIssuer = 'https://appleid.apple.com'
