import { resolve } from 'node:path'
import type { ClickLimits } from '#rules/click-review.ts'
import type { PasswordRules } from '#rules/password-policy.ts'
import { isLoopback } from '#rules/loopback.ts'
import type { AnalyticsSettings } from './analytics-settings.ts'
import type { CaptchaSettings } from './captcha-settings.ts'
import type { PayPalSettings } from './paypal-settings.ts'
import type { SanctionsSettings } from './sanctions-settings.ts'
import type { ClickPlaces } from './click-settings.ts'
import { hasDevelopmentTools } from './development-tools.ts'
import type { IdentitySettings } from './identity-settings.ts'
import {
  clickPlaces,
  databaseAddresses,
  developmentTools,
  identitySettings,
  passwordRules,
  redemptionSecondFactor,
  traceSettings,
} from './joint-settings.ts'
import { SettingProblem, settingsOf } from './read-setting.ts'
import type { SocialSettings } from './social-settings.ts'
import type { TraceSettings } from './platform/tracing/tracing.ts'

/** The settings as the program uses them, checked and complete. */
export interface Config {
  env: 'development' | 'test' | 'production'
  host: string
  port: number
  /** Where a worker of its own is watched; null opens nothing. */
  workerPort: number | null
  /** For how long a stop goes on serving, while `/readyz` says that it ends. */
  drainSec: number
  connectionsMax: number
  publicOrigin: string
  /** Further hosts under which requests are answered. */
  allowedHosts: string[]
  /** As set; null where the place decides (development-tools.ts). */
  developmentTools: boolean | null
  developmentHosts: string[]
  dataDir: string
  /** Where migrations, commands, LISTEN and kept plans go; past the pooler, where there is one. */
  databaseUrl: string | null
  /** A pooler in transaction mode before it, for the other pools. */
  databasePooledUrl: string | null
  /** The bucket of an S3 store, with its key; null keeps files in `dataDir`. */
  filesUrl: string | null
  /** A store in which processes share rate limits; null shares them by the database. */
  redisUrl: string | null
  /** Where backups go, unless a command says. */
  backupDir: string | null
  /** Where the embedded database hands its log. */
  walArchiveDir: string | null
  /** What encrypts both; null leaves them open. */
  backupKey: string | null
  /** The one before, which opens what was made with it. */
  backupKeyPrevious: string | null
  /** Streaming replicas for what may be some seconds old. */
  databaseReplicaUrls: string[]
  /** How old it may be. */
  databaseReplicaLagSec: number
  databasePool: number
  databaseWaitSec: number
  smtpUrl: string | null
  mailFrom: string
  /** Under which the DKIM key is published; null where it is not said. */
  mailDkimSelector: string | null
  /** What a mail provider reports bounces with; null takes no reports. */
  mailReportSecret: string | null
  /** Where support requests are mailed; null keeps them in the queue alone. */
  supportEmail: string | null
  /** Months a closed support request is kept. */
  supportKeepMonths: number
  secret: string | null
  /** The one before, while it is replaced. */
  secretPrevious: string | null
  identity: IdentitySettings
  passwordRules: PasswordRules
  sessionRules: { lifetimeDays: number; rotationMinutes: number }
  refuseDisposableEmail: boolean
  /** Mails a network may ask for in a day; null where requests are not limited. */
  mailsPerNetwork: number | null
  /** Whether a redemption and a new payout destination ask for a second factor. */
  redemptionSecondFactor: boolean
  social: SocialSettings
  captcha: CaptchaSettings | null
  /** Pays out by PayPal's API. */
  paypal: PayPalSettings | null
  /** Lists of sanctions that are asked before a payout. */
  sanctions: SanctionsSettings | null
  /** Years a member has at least. */
  ageMin: number
  clickDays: number
  /** Where clicks go instead of the database. */
  clickPlaces: ClickPlaces
  /** How many visitors are paid per click without a look. */
  clickLimits: ClickLimits
  analytics: AnalyticsSettings
  demoData: boolean
  allowLocalDestinations: boolean
  buildWeb: boolean
  trustProxy: string[]
  metricsToken: string | null
  rateLimit: boolean
  /** The address of the operator who acts by commands, or null. */
  operator: string | null
  operatorSessionRules: { idleMinutes: number; lifetimeHours: number }
  /** Who is told what waits too long; no address means the owners. */
  alerts: { emails: string[]; webhookUrl: string | null; hoursOf: Record<string, number> }
  logLevel: string
  /** Where traces go; null traces nothing. */
  traces: TraceSettings | null
}

/** Reads every setting from an environment. Throws `SettingProblem` on the first wrong one. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): Config {
  const value = settingsOf(environment)
  const env = value('NODE_ENV')
  const port = value('PORT')
  const publicOrigin = environment.PUBLIC_ORIGIN ? value('PUBLIC_ORIGIN') : `http://localhost:${port}`
  const local = value('ALLOW_LOCAL_DESTINATIONS')
  if (local === true && publicOrigin.startsWith('https:'))
    throw new SettingProblem('ALLOW_LOCAL_DESTINATIONS cannot be on when PUBLIC_ORIGIN is https')
  if (env === 'development' && publicOrigin.startsWith('https:') && value('SMTP_URL') === '')
    throw new SettingProblem(
      'NODE_ENV is development and PUBLIC_ORIGIN is https: set NODE_ENV=production, or SMTP_URL, since no mail would leave',
    )
  const place = {
    env,
    host: value('HOST'),
    publicOrigin,
    developmentTools: developmentTools(value, publicOrigin),
    developmentHosts: value('DEVELOPMENT_HOSTS'),
  }
  // Passwords are hashed in no time there.
  if (env === 'test' && !(isLoopback(place.host) && isLoopback(new URL(publicOrigin).hostname)))
    throw new SettingProblem('NODE_ENV is test: HOST and PUBLIC_ORIGIN must be of this machine')
  const demo = value('DEMO_DATA')
  const turnstile = value('CAPTCHA_TURNSTILE')
  const captchaOrigin = value('CAPTCHA_ORIGIN')
  const paypal = value('PAYPAL_PAYOUTS')
  const sanctions = {
    origin: value('SANCTIONS_ORIGIN'),
    apiKey: value('SANCTIONS_API_KEY') || null,
    dataset: value('SANCTIONS_DATASET'),
  }
  const paypalPlace = { webhookId: value('PAYPAL_WEBHOOK_ID') || null, origin: value('PAYPAL_ORIGIN') }
  return {
    ...place,
    port,
    workerPort: value('WORKER_PORT') || null,
    drainSec: value('DRAIN_SECONDS'),
    connectionsMax: value('MAX_CONNECTIONS'),
    allowedHosts: value('ALLOWED_HOSTS'),
    dataDir: resolve(value('DATA_DIR')),
    ...databaseAddresses(value),
    filesUrl: value('FILES_URL') || null,
    redisUrl: value('REDIS_URL') || null,
    backupDir: value('BACKUP_DIR') ? resolve(value('BACKUP_DIR')) : null,
    walArchiveDir: value('WAL_ARCHIVE_DIR') ? resolve(value('WAL_ARCHIVE_DIR')) : null,
    backupKey: value('BACKUP_KEY') || null,
    backupKeyPrevious: value('BACKUP_KEY_PREVIOUS') || null,
    databaseReplicaUrls: value('DATABASE_REPLICA_URLS'),
    databaseReplicaLagSec: value('DATABASE_REPLICA_LAG_SECONDS'),
    databasePool: value('DATABASE_POOL'),
    databaseWaitSec: value('DATABASE_WAIT_SECONDS'),
    smtpUrl: value('SMTP_URL') || null,
    mailFrom: value('MAIL_FROM'),
    mailDkimSelector: value('MAIL_DKIM_SELECTOR') || null,
    mailReportSecret: value('MAIL_REPORT_SECRET') || null,
    supportEmail: value('SUPPORT_EMAIL') || null,
    supportKeepMonths: value('SUPPORT_KEEP_MONTHS'),
    secret: value('SECRET') || null,
    secretPrevious: value('SECRET_PREVIOUS') || null,
    identity: identitySettings(value),
    passwordRules: passwordRules({
      minLength: value('PASSWORD_MIN_LENGTH'),
      maxLength: value('PASSWORD_MAX_LENGTH') || null,
      minScore: value('PASSWORD_MIN_SCORE'),
      refuseBreached: value('PASSWORD_REFUSE_BREACHED'),
      classes: value('PASSWORD_CLASSES').split(','),
    }),
    sessionRules: {
      lifetimeDays: value('SESSION_LIFETIME_DAYS'),
      rotationMinutes: value('SESSION_ROTATION_MINUTES'),
    },
    refuseDisposableEmail: value('REFUSE_DISPOSABLE_EMAIL'),
    mailsPerNetwork: value('RATE_LIMIT') ? value('MAILS_PER_NETWORK') : null,
    redemptionSecondFactor: redemptionSecondFactor(value),
    social: {
      google: value('SOCIAL_GOOGLE'),
      apple: value('SOCIAL_APPLE'),
      facebook: value('SOCIAL_FACEBOOK'),
      x: value('SOCIAL_X'),
      github: value('SOCIAL_GITHUB'),
      oidc: value('SOCIAL_OIDC'),
    },
    captcha: turnstile && { ...turnstile, origin: captchaOrigin },
    paypal: paypal && { ...paypal, ...paypalPlace },
    sanctions: sanctions.origin === '' ? null : sanctions,
    ageMin: value('AGE_MIN'),
    clickDays: value('CLICK_DAYS'),
    clickPlaces: clickPlaces(value),
    clickLimits: {
      perHour: value('PAID_VISITORS_PER_HOUR'),
      perNetwork: value('PAID_VISITORS_PER_NETWORK'),
      perMobileNetwork: value('PAID_VISITORS_PER_MOBILE_NETWORK'),
    },
    analytics: {
      isOn: value('ANALYTICS'),
      writeKey: value('ANALYTICS_WRITE_KEY'),
      consent: value('ANALYTICS_CONSENT'),
      traits: value('ANALYTICS_TRAITS'),
      days: value('ANALYTICS_DAYS'),
      forward: value('ANALYTICS_FORWARD'),
    },
    demoData: demo === '' ? env === 'development' && hasDevelopmentTools(place) : demo,
    allowLocalDestinations:
      local === '' ? publicOrigin.startsWith('http:') && hasDevelopmentTools(place) : local,
    buildWeb: value('BUILD_WEB'),
    trustProxy: value('TRUST_PROXY'),
    metricsToken: value('METRICS_TOKEN') || null,
    rateLimit: value('RATE_LIMIT'),
    operator: value('OPERATOR') || null,
    operatorSessionRules: {
      idleMinutes: value('OPERATOR_IDLE_MINUTES'),
      lifetimeHours: value('OPERATOR_SESSION_HOURS'),
    },
    alerts: {
      emails: value('ALERT_EMAILS'),
      webhookUrl: value('ALERT_WEBHOOK') || null,
      hoursOf: value('ALERT_HOURS'),
    },
    logLevel: value('LOG_LEVEL'),
    traces: traceSettings(value),
  }
}
