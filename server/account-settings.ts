import * as z from 'zod'
import { captchaOrigin, turnstileKeys } from './captcha-settings.ts'
import { firebaseProject, firebaseSignIn, firebaseUrl } from './identity-settings.ts'
import { appleKeys, clientKeys, oidcKeys } from './social-settings.ts'
import { whole, flag, oneOf } from './setting-values.ts'

/** The settings of accounts: the identity provider, passwords, sessions, sign-in elsewhere and the check for a person. */
export const accountSettings = {
  IDENTITY_PROVIDER: {
    schema: oneOf(['embedded', 'oidc', 'firebase']),
    default: 'embedded',
    doc: 'Who keeps accounts and passwords: Crels itself, an OpenID Connect issuer, or Firebase Authentication. Chosen once.',
  },
  IDENTITY_OIDC: {
    schema: oidcKeys,
    default: '',
    doc: 'With IDENTITY_PROVIDER=oidc: its address, client id, client secret and name, with spaces between.',
    secret: true,
  },
  IDENTITY_FIREBASE: {
    schema: firebaseProject,
    default: '',
    doc: 'With IDENTITY_PROVIDER=firebase: the project id, a space, and the web API key.',
  },
  FIREBASE_SIGN_IN: {
    schema: firebaseSignIn,
    default: '',
    doc: 'What the Firebase project offers besides passwords: any of google, apple, facebook, x and github, separated by commas.',
  },
  FIREBASE_URL: {
    schema: firebaseUrl,
    default: '',
    doc: 'For tests: what stands in for the services of Google on this machine; empty means Google.',
  },
  PASSWORD_MIN_LENGTH: {
    schema: whole(6, 128),
    default: '6',
    doc: 'Characters a new password has at least.',
  },
  PASSWORD_MAX_LENGTH: {
    schema: whole(6, 1024).or(z.literal('')),
    default: '',
    doc: 'Characters a new password has at most; empty sets no limit.',
  },
  PASSWORD_CLASSES: {
    schema: z
      .string()
      .regex(/^((lowercase|uppercase|digit|symbol)(,(?!$)|$))*$/, 'is a list such as lowercase,digit'),
    default: '',
    doc: 'What a new password must contain: any of lowercase, uppercase, digit and symbol, separated by commas.',
  },
  PASSWORD_MIN_SCORE: {
    schema: whole(0, 4),
    default: '0',
    doc: 'How hard to guess a new password is at least, 0 to 4 as zxcvbn judges; 0 asks for nothing.',
  },
  PASSWORD_REFUSE_BREACHED: {
    schema: flag,
    default: 'true',
    doc: 'Refuses a new password that is among the 49,000 leaked most often, by a list that is installed with Crels, or is the name or address of its member.',
  },
  SESSION_LIFETIME_DAYS: {
    schema: whole(1, 3650),
    default: '90',
    doc: 'Days from sign-in to the end of a session, however much it is used; an unused one ends after 30.',
  },
  SESSION_ROTATION_MINUTES: {
    schema: whole(0, 1440),
    default: '60',
    doc: 'Minutes after which the next refresh replaces the secret in the session cookie; 0 replaces it at every refresh.',
  },
  REFUSE_DISPOSABLE_EMAIL: {
    schema: flag,
    default: 'false',
    doc: 'Refuses throw-away e-mail addresses at sign-up and at a change of address.',
  },
  MAILS_PER_NETWORK: {
    schema: whole(4, 1_000_000),
    default: '200',
    doc: 'Mails that sign-ups, resets, sign-in links and changes of address from one network ask for in a day; a quarter of them in an hour.',
  },
  REDEMPTION_SECOND_FACTOR: {
    schema: flag,
    default: 'false',
    doc: 'Asks for a second factor at every redemption and new payout destination; who has none has to add one first.',
  },
  SOCIAL_GOOGLE: {
    schema: clientKeys,
    default: '',
    doc: 'Sign-in with Google: the client id, a space, and the client secret; empty offers none.',
    secret: true,
  },
  SOCIAL_APPLE: {
    schema: appleKeys,
    default: '',
    doc: 'Sign-in with Apple: Services ID, team id, key id and the body of the .p8 file on one line, with spaces between.',
    secret: true,
  },
  SOCIAL_FACEBOOK: {
    schema: clientKeys,
    default: '',
    doc: 'Sign-in with Facebook: the app id, a space, and the app secret.',
    secret: true,
  },
  SOCIAL_X: {
    schema: clientKeys,
    default: '',
    doc: 'Sign-in with X: the client id, a space, and the client secret.',
    secret: true,
  },
  SOCIAL_GITHUB: {
    schema: clientKeys,
    default: '',
    doc: 'Sign-in with GitHub: the client id, a space, and the client secret.',
    secret: true,
  },
  SOCIAL_OIDC: {
    schema: oidcKeys,
    default: '',
    doc: 'Sign-in with any OpenID Connect issuer: its address, client id, client secret and name, with spaces between.',
    secret: true,
  },
  CAPTCHA_TURNSTILE: {
    schema: turnstileKeys,
    default: '',
    doc: 'Asks with Cloudflare Turnstile for a person, at sign-up and after suspicious attempts: the site key, a space, and the secret key; empty turns it off.',
    secret: true,
  },
  CAPTCHA_ORIGIN: {
    schema: captchaOrigin,
    default: 'https://challenges.cloudflare.com',
    doc: 'Where Turnstile is: browsers load its script from there, and answers are checked there.',
  },
  AGE_MIN: {
    schema: whole(0, 21),
    default: '13',
    doc: 'Years a member has at least; a later birthday is refused.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string; doc: string; secret?: boolean }>
