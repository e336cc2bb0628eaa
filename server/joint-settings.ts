import type { PasswordRules } from '#rules/password-policy.ts'
import type { ClickPlaces } from './click-settings.ts'
import type { IdentitySettings } from './identity-settings.ts'
import type { TraceSettings } from './platform/tracing/tracing.ts'
import { SettingProblem, type Read } from './read-setting.ts'

// Settings of which one says what another may be.

/** DATABASE_URL is a pooler's where DATABASE_DIRECT_URL is set. */
export function databaseAddresses(value: Read): {
  databaseUrl: string | null
  databasePooledUrl: string | null
} {
  const [url, direct] = [value('DATABASE_URL'), value('DATABASE_DIRECT_URL')]
  if (direct && !url)
    throw new SettingProblem(
      'DATABASE_DIRECT_URL is for a pooler that DATABASE_URL names: set DATABASE_URL alone',
    )
  return direct
    ? { databaseUrl: direct, databasePooledUrl: url }
    : { databaseUrl: url || null, databasePooledUrl: null }
}

/** Where clicks go; a log of them takes a ClickHouse. */
export function clickPlaces(value: Read): ClickPlaces {
  const [clickHouseUrl, urls] = [value('CLICKHOUSE_URL') || null, value('NATS_URL')]
  if (urls.length > 0 && clickHouseUrl === null)
    throw new SettingProblem('NATS_URL is a log of clicks before ClickHouse: set CLICKHOUSE_URL too')
  const log = { urls, replicas: value('CLICK_LOG_REPLICAS'), days: value('CLICK_LOG_DAYS') }
  return { clickHouseUrl, log: urls.length > 0 ? log : null }
}

/** Where traces go; null without an endpoint. */
export function traceSettings(value: Read): TraceSettings | null {
  const traces = {
    endpoint: value('OTEL_EXPORTER_OTLP_ENDPOINT'),
    headers: value('OTEL_EXPORTER_OTLP_HEADERS'),
    serviceName: value('OTEL_SERVICE_NAME'),
    share: value('OTEL_TRACES_SAMPLER_ARG'),
  }
  return traces.endpoint === '' ? null : traces
}

/** As it is named; null where the place decides (development-tools.ts). */
export function developmentTools(value: Read, publicOrigin: string): boolean | null {
  const named = value('DEVELOPMENT_TOOLS')
  if (named === true && value('NODE_ENV') === 'production')
    throw new SettingProblem('DEVELOPMENT_TOOLS cannot be on when NODE_ENV is production')
  if (named === true && publicOrigin.startsWith('https:'))
    throw new SettingProblem('DEVELOPMENT_TOOLS cannot be on when PUBLIC_ORIGIN is https')
  return named === '' ? null : named
}

/** Other providers ask for second factors themselves, and do not say whether they did. */
export function redemptionSecondFactor(value: Read): boolean {
  const isOn = value('REDEMPTION_SECOND_FACTOR')
  if (isOn && value('IDENTITY_PROVIDER') !== 'embedded')
    throw new SettingProblem('REDEMPTION_SECOND_FACTOR works with IDENTITY_PROVIDER=embedded only')
  return isOn
}

/** Reads all of them, so that a wrong one is reported even where another provider is chosen. */
export function identitySettings(value: Read): IdentitySettings {
  const provider = value('IDENTITY_PROVIDER')
  const [issuer, project] = [value('IDENTITY_OIDC'), value('IDENTITY_FIREBASE')]
  const firebase = { ways: value('FIREBASE_SIGN_IN'), url: value('FIREBASE_URL') }
  if (provider === 'embedded') return { provider }
  if (provider === 'oidc') {
    if (!issuer) throw new SettingProblem('IDENTITY_PROVIDER is oidc: set IDENTITY_OIDC too')
    return { provider, ...issuer }
  }
  if (!project) throw new SettingProblem('IDENTITY_PROVIDER is firebase: set IDENTITY_FIREBASE too')
  return { provider, ...project, ...firebase }
}

/** What a new password has to be. */
export function passwordRules({
  classes,
  ...lengths
}: Pick<PasswordRules, 'minLength' | 'maxLength' | 'minScore' | 'refuseBreached'> & {
  classes: string[]
}): PasswordRules {
  if (lengths.maxLength !== null && lengths.maxLength < lengths.minLength)
    throw new SettingProblem('PASSWORD_MAX_LENGTH is smaller than PASSWORD_MIN_LENGTH')
  return {
    ...lengths,
    requireLowercase: classes.includes('lowercase'),
    requireUppercase: classes.includes('uppercase'),
    requireDigit: classes.includes('digit'),
    requireSymbol: classes.includes('symbol'),
  }
}
