import { isIP } from 'node:net'
import * as z from 'zod'
import { captchaOrigin, turnstileKeys } from './captcha-settings.ts'
import { firebaseProject, firebaseSignIn, firebaseUrl } from './identity-settings.ts'
import { appleKeys, clientKeys, oidcKeys } from './social-settings.ts'

/** A whole number, as text. */
const whole = (min: number, max: number) => {
  const message = `is a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.number().min(min, message).max(max, message))
}
const flag = z
  .enum(['true', 'false', '1', '0'], 'is true or false')
  .transform((value) => value === 'true' || value === '1')

const hostList = z
  .string()
  .transform(listed)
  .refine((hosts) => hosts.every(isHostName), 'is a list such as crels.internal,10.0.0.5')

/** One of some words. */
const oneOf = <const W extends readonly [string, ...string[]]>(words: W) =>
  z.enum(words, `is one of ${words.join(', ')}`)

/** Every setting: how it is read, its default as one would write it, and what it is for. */
export const settings = {
  NODE_ENV: {
    schema: oneOf(['development', 'test', 'production']),
    default: 'development',
    doc: 'Production turns off the development tools and the demo data.',
  },
  HOST: {
    schema: z
      .string()
      .refine(
        (value) => value === 'localhost' || isIP(value) > 0,
        'is an IP address of this machine, or localhost',
      ),
    default: '127.0.0.1',
    doc: 'Address to listen on; loopback unless you say otherwise.',
  },
  PORT: { schema: whole(1, 65_535), default: '3000', doc: 'Port to listen on.' },
  MAX_CONNECTIONS: {
    schema: whole(10, 100_000),
    default: '5000',
    doc: 'Connections of clients at once; further ones are closed. Each takes a file handle (ulimit -n).',
  },
  PUBLIC_ORIGIN: {
    schema: z.string().refine(isOrigin, 'is an origin such as https://crels.example, without a path'),
    default: '',
    doc: 'Where people reach Crels, e.g. https://crels.example; by default http://localhost:PORT.',
  },
  ALLOWED_HOSTS: {
    schema: hostList,
    default: '',
    doc: 'Further hosts (comma-separated) under which requests are answered, beside that of PUBLIC_ORIGIN and this machine.',
  },
  DEVELOPMENT_TOOLS: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Mailbox at /dev/mail, demo shops, open /metrics, movable clock; on only where HOST and PUBLIC_ORIGIN are of this machine. Never in production or with https.',
  },
  DEVELOPMENT_HOSTS: {
    schema: hostList,
    default: '',
    doc: 'Further hosts (comma-separated) under which DEVELOPMENT_TOOLS=true answers at /dev, beside this machine, e.g. 192.168.1.5 for a phone.',
  },
  DATA_DIR: {
    schema: z.string(),
    default: '.data',
    doc: 'Folder of the embedded database, click spool, files and keys.',
  },
  DATABASE_URL: {
    schema: z
      .string()
      .refine(isDatabaseUrl, 'is an address such as postgres://user:password@host:5432/database')
      .or(z.literal('')),
    default: '',
    doc: 'PostgreSQL 18 or newer to use; empty starts the embedded one in DATA_DIR.',
  },
  DATABASE_POOL: {
    schema: whole(2, 200),
    default: '16',
    doc: 'Connections of the main pool; lists of campaigns have up to four more.',
  },
  DATABASE_WAIT_SECONDS: {
    schema: whole(1, 60),
    default: '5',
    doc: 'Seconds a request waits for a connection of a pool before it is answered 503.',
  },
  FILES_URL: {
    schema: z
      .string()
      .refine(isBucketUrl, 'is an address such as https://key:secret@s3.example/bucket?region=eu-west-1')
      .or(z.literal('')),
    default: '',
    doc: 'Bucket of an S3 store for uploaded files; empty keeps them in DATA_DIR.',
    secret: true,
  },
  SMTP_URL: {
    schema: z
      .string()
      .refine(isSmtpUrl, 'is an address such as smtps://user:password@mail.example:465')
      .or(z.literal('')),
    default: '',
    doc: 'SMTP server for outgoing mail; empty sends none and keeps it in the development mailbox at /dev/mail.',
  },
  MAIL_FROM: {
    schema: z
      .string()
      .regex(
        /^[^<>]*<[^\s<>,;]+@[^\s<>,;]+>$|^[^\s<>,;]+@[^\s<>,;]+$/,
        'is a mail address such as Crels <no-reply@crels.example>',
      ),
    default: 'Crels <no-reply@localhost>',
    doc: 'Sender of every mail.',
  },
  SECRET: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'Key for cookies and sealed values; empty keeps a generated one in DATA_DIR.',
    secret: true,
  },
  SECRET_PREVIOUS: {
    schema: z.string().min(32, 'has at least 32 characters').or(z.literal('')),
    default: '',
    doc: 'The SECRET before this one, while it is replaced (docs/operating.md).',
    secret: true,
  },
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
    doc: 'Asks with Cloudflare Turnstile for a person, at sign-up and after suspicious attempts: the site key, a space, and the secret key; empty asks nobody.',
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
  CLICK_DAYS: {
    schema: whole(366, 36_500),
    default: '400',
    doc: 'Days each visit of a short link is kept; the figures made of them stay. A conversion needs its click.',
  },
  PAID_VISITORS_PER_HOUR: {
    schema: whole(1, 1_000_000),
    default: '60',
    doc: 'Visitors of an enrolment that are paid per click within an hour; more are under review.',
  },
  PAID_VISITORS_PER_NETWORK: {
    schema: whole(1, 1_000_000),
    default: '5',
    doc: 'Visitors of a member that are paid per click from one network (/24, /56 of IPv6) and from one address in a day, and count for a share from one network; more are under review.',
  },
  PAID_VISITORS_PER_MOBILE_NETWORK: {
    schema: whole(1, 1_000_000),
    default: '50',
    doc: 'The same of a network of a mobile carrier, whose customers share addresses.',
  },
  DEMO_DATA: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Load demo data into an empty database; on with NODE_ENV=development and the development tools.',
  },
  ALLOW_LOCAL_DESTINATIONS: {
    schema: flag.or(z.literal('')),
    default: '',
    doc: 'Lets links lead to this machine, as the demo campaigns do; on with the development tools, refused when PUBLIC_ORIGIN is https.',
  },
  BUILD_WEB: {
    schema: flag,
    default: 'true',
    doc: 'At start, build the web app where it is missing or older than its sources.',
  },
  TRUST_PROXY: {
    schema: z
      .string()
      .transform(listed)
      .refine((proxies) => proxies.every(isProxy), 'is a list such as 127.0.0.1,10.0.0.0/8'),
    default: '',
    doc: 'Addresses (comma-separated, CIDR allowed) of proxies whose X-Forwarded-For is believed.',
  },
  METRICS_TOKEN: {
    schema: z.string().min(16, 'has at least 16 characters').or(z.literal('')),
    default: '',
    doc: 'Bearer that /metrics asks for; empty closes it, except to this machine with the development tools.',
    secret: true,
  },
  RATE_LIMIT: {
    schema: flag,
    default: 'true',
    doc: 'Limits requests per account and address; turn off only to measure.',
  },
  LOG_LEVEL: {
    schema: oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']),
    default: 'warn',
    doc: 'How much to log.',
  },
} as const satisfies Record<string, { schema: z.ZodType; default: string; doc: string; secret?: boolean }>

export type SettingName = keyof typeof settings

function isOrigin(value: string): boolean {
  return /^https?:/.test(value) && URL.canParse(value) && new URL(value).origin === value
}

/** The host may be missing (`postgres:///crels?host=/run/postgresql` is a socket), the database's name may not. */
function isDatabaseUrl(value: string): boolean {
  return /^postgres(ql)?:\/\//.test(value) && URL.canParse(value) && new URL(value).pathname.length > 1
}

/** With key, secret and the bucket's name. */
function isBucketUrl(value: string): boolean {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) return false
  const { username, password, pathname } = new URL(value)
  return username !== '' && password !== '' && /^\/[a-z0-9][a-z0-9.-]{2,62}$/.test(pathname)
}

function isHostName(host: string): boolean {
  return isIP(host) > 0 || /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/i.test(host)
}

function isSmtpUrl(value: string): boolean {
  return /^smtps?:\/\//.test(value) && URL.canParse(value) && new URL(value).hostname !== ''
}

function listed(list: string): string[] {
  return list
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
}

function isProxy(proxy: string): boolean {
  const [address = '', bits = '0', ...more] = proxy.split('/')
  const family = isIP(address)
  return family > 0 && more.length === 0 && /^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)
}
