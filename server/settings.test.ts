import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { OPERATOR_QUEUES } from '#contracts/operator-home.constants.ts'
import { readConfig } from './config.ts'
import { SettingProblem } from './read-setting.ts'
import { settings, type SettingName } from './settings.ts'

/** Of every setting, values that are wrong in each way it knows. */
const wrong: Record<SettingName, string[]> = {
  NODE_ENV: ['staging', 'Production', 'dev', '1'],
  HOST: ['nowhere.example', '256.0.0.1', '127.0.0.1:3000', 'http://127.0.0.1', '*'],
  PORT: ['eighty', '0', '-1', '80.5', '65536', '3000/tcp', '0x50', '1e3', '99999999999'],
  WORKER_PORT: ['eighty', '0', '65536'],
  DRAIN_SECONDS: ['soon', '-1', '301'],
  MAX_CONNECTIONS: ['many', '9', '-1', '100001'],
  PUBLIC_ORIGIN: [
    'crels.example',
    'ftp://crels.example',
    'https://crels.example/',
    'https://crels.example/path',
    'https://crels.example?query',
    'https://user:very-secret@crels.example',
    'https://',
    'https://crels.example:99999',
  ],
  ALLOWED_HOSTS: [
    'https://crels.internal',
    'crels.internal:3000',
    'crels.internal/path',
    '*.crels.internal',
    'a b',
  ],
  DEVELOPMENT_TOOLS: ['maybe', 'on', '2'],
  DEVELOPMENT_HOSTS: ['http://192.168.1.5', '192.168.1.5:3000', '*.local'],
  DATA_DIR: [' .data', '.data\r', '/tmp/two\nlines'],
  DATABASE_URL: [
    'mysql://localhost/crels',
    'http://localhost/crels',
    'localhost:5432/crels',
    '/run/postgresql',
    'crels:very-secret@localhost/crels',
    'postgres:crels:very-secret@localhost/crels',
    'postgres://',
    'postgres://localhost',
    'postgres://localhost/',
    'postgres://crels:very-secret@localhost:port/crels',
    'postgres://crels:very-secret@localhost:99999/crels',
    'postgres://crels:very/secret@localhost/crels',
    'postgres://localhost:port/crels?password=very-secret',
  ],
  DATABASE_DIRECT_URL: ['mysql://localhost/crels', 'localhost:5432/crels', 'postgres://'],
  DATABASE_REPLICA_URLS: [
    'localhost:5432/crels',
    'postgres://',
    'postgres://crels:very-secret@one/crels,mysql://two/crels',
  ],
  DATABASE_REPLICA_LAG_SECONDS: ['2', '31', '5.5', 'short'],
  DATABASE_POOL: ['many', '1', '0', '-16', '201', '16.5'],
  DATABASE_WAIT_SECONDS: ['long', '0', '61', '2.5'],
  CLICKHOUSE_URL: ['http://localhost:8123', 'clickhouse://host:9000/crels', 'http:///crels', 'very-secret'],
  NATS_URL: ['http://localhost:4222', 'localhost:4222', 'nats://', 'nats://one:4222,two:4222'],
  CLICK_LOG_REPLICAS: ['2', '0', 'three', '7'],
  CLICK_LOG_DAYS: ['always', '0', '91', '1.5'],
  REDIS_URL: ['http://localhost', 'localhost:6379', 'redis:', 'redis://', ':very-secret@localhost:6379'],
  FILES_URL: [
    's3://bucket',
    'https://s3.example/bucket',
    'https://key@s3.example/bucket',
    'https://key:very-secret@s3.example',
    'https://key:very-secret@s3.example/',
    'https://key:very-secret@s3.example/bucket/folder',
    'https://key:very-secret@s3.example/Bucket',
    'key:very-secret@s3.example/bucket',
  ],
  BACKUP_DIR: [' /backups', '/tmp/two\nlines'],
  BACKUP_KEY: ['very-secret', 'x'.repeat(31)],
  BACKUP_KEY_PREVIOUS: ['very-secret', 'x'.repeat(31)],
  WAL_ARCHIVE_DIR: [' /wal', '/tmp/two\nlines'],
  SMTP_URL: ['http://mail.example', 'mail.example:465', 'smtp:', 'smtp://', 'user:very-secret@mail.example'],
  MAIL_FROM: ['Crels', 'Crels <>', 'no-reply@', '<no-reply@localhost', 'a@b.example, c@d.example'],
  MAIL_DKIM_SELECTOR: ['s 1', '._domainkey', 'a;b'],
  MAIL_REPORT_SECRET: ['very-secret', 'x'.repeat(15)],
  PAYPAL_PAYOUTS: ['very-secret', 'client very-secret more', 'client,very-secret'],
  PAYPAL_WEBHOOK_ID: ['two words', 'x'.repeat(51), '../'],
  PAYPAL_ORIGIN: ['api-m.paypal.com', 'http://api-m.paypal.com', 'https://api-m.paypal.com/v1'],
  SANCTIONS_ORIGIN: [
    'api.opensanctions.org',
    'http://api.opensanctions.org',
    'https://api.opensanctions.org/match',
  ],
  SANCTIONS_API_KEY: ['short', 'very-secret with spaces'],
  SANCTIONS_DATASET: ['Sanctions', '../healthz'],
  SUPPORT_EMAIL: [
    'support',
    'a@b.example, c@d.example',
    'Support <a@b.example>',
    'a@b.example\r\nBcc: c@d.example',
  ],
  SUPPORT_KEEP_MONTHS: ['never', '0', '121', '1.5'],
  SECRET: ['very-secret', 'x'.repeat(31)],
  SECRET_PREVIOUS: ['very-secret', 'x'.repeat(31)],
  IDENTITY_PROVIDER: ['auth0', 'OIDC', 'firebase,oidc'],
  IDENTITY_OIDC: [
    'https://id.example client very-secret',
    'http://id.example client very-secret Example',
    'https://id.example#very-secret client very-secret Example',
  ],
  IDENTITY_FIREBASE: [
    'project-id',
    'Project-Id key',
    'project-id key domain',
    'project-id key project-id.firebaseapp.com more',
    'project-id key https://project-id.firebaseapp.com',
    'pro key',
  ],
  FIREBASE_SIGN_IN: ['myspace', 'google,myspace', 'google,', ',google', 'google;apple', 'Google'],
  FIREBASE_URL: ['https://identitytoolkit.googleapis.com', 'http://10.0.0.1:9099', 'http://127.0.0.1:9099/x'],
  PASSWORD_MIN_LENGTH: ['six', '5', '-6', '129', '6.5'],
  PASSWORD_MAX_LENGTH: ['none', '5', '-6', '1025', '64.5'],
  PASSWORD_MIN_SCORE: ['high', '5', '-1', '2.5'],
  PASSWORD_CLASSES: ['emoji', 'digit,emoji', 'digit,', ',digit', 'digit;symbol', 'Digit'],
  SESSION_LIFETIME_DAYS: ['always', '0', '3651', '1.5'],
  SESSION_ROTATION_MINUTES: ['hourly', '-1', '1441', '0.5'],
  PASSWORD_REFUSE_BREACHED: ['maybe', 'yes', '2'],
  REFUSE_DISPOSABLE_EMAIL: ['maybe', 'yes', '2'],
  MAILS_PER_NETWORK: ['many', '3', '-1', '1000001', '0.5'],
  REDEMPTION_SECOND_FACTOR: ['maybe', 'yes', '2'],
  SOCIAL_GOOGLE: ['very-secret', 'id very-secret more', 'id\tvery-secret', 'id very-secrét'],
  SOCIAL_APPLE: [
    'com.example.crels TEAM123456 KEY1234567',
    'com.example.crels TEAM123456 KEY1234567 very+secret',
    'com.example.crels team KEY1234567 MIGTAgEA',
    `com.example.crels TEAM123456 KEY1234567 ${p8('secp384r1')}`,
    `com.example.crels TEAM123456 ${p8('prime256v1')}`,
    `-----BEGIN PRIVATE KEY----- ${p8('prime256v1')} -----END PRIVATE KEY-----`,
  ],
  SOCIAL_FACEBOOK: ['very-secret', 'id,very-secret'],
  SOCIAL_X: ['very-secret', 'id very-secret more'],
  SOCIAL_GITHUB: ['very-secret', 'id:very-secret'],
  SOCIAL_OIDC: [
    'https://id.example client very-secret',
    'id.example client very-secret Example',
    'http://id.example client very-secret Example',
    'ftp://id.example client very-secret Example',
    'https://id.example?tenant=1 client very-secret Example',
    'https://user:very-secret@id.example client very-secret Example',
    `https://id.example client very-secret ${'x'.repeat(41)}`,
    'https://id.example client very-secret <b>Example</b>',
  ],
  CAPTCHA_TURNSTILE: ['very-secret', 'site very-secret more', 'site,very-secret', '<site> very-secret'],
  CAPTCHA_ORIGIN: [
    'challenges.cloudflare.com',
    'http://challenges.cloudflare.com',
    'https://challenges.cloudflare.com/',
    'https://challenges.cloudflare.com/turnstile',
    'https://user:very-secret@challenges.cloudflare.com',
  ],
  PAID_VISITORS_PER_HOUR: ['many', '0', '-1', '1.5'],
  PAID_VISITORS_PER_NETWORK: ['many', '0', '-1', '1.5'],
  PAID_VISITORS_PER_MOBILE_NETWORK: ['many', '0', '-1', '1.5'],
  CLICK_DAYS: ['always', '365', '0', '36501', '400.5'],
  ANALYTICS: ['maybe', 'on'],
  ANALYTICS_WRITE_KEY: ['abc', 'two words', 'x'.repeat(65)],
  ANALYTICS_CONSENT: ['maybe', 'true', 'Always'],
  ANALYTICS_TRAITS: ['plan;email', '<b>', 'plan.name'],
  ANALYTICS_DAYS: ['always', '0', '3651', '1.5'],
  ANALYTICS_FORWARD: [
    'very-secret',
    'https://api.segment.io/v1/batch?key=very-secret',
    'ftp://very-secret@api.segment.io/v1/batch',
    'very-secret@api.segment.io/v1/batch',
  ],
  AGE_MIN: ['thirteen', '-1', '22', '13.5'],
  DEMO_DATA: ['maybe', 'yes', 'TRUE', '2'],
  ALLOW_LOCAL_DESTINATIONS: ['maybe', 'on', '-1'],
  BUILD_WEB: ['maybe', 'no', 'dist'],
  TRUST_PROXY: ['true', '10.0.0.1,proxy', '10.0.0.0/33', '10.0.0.0/x', '10.0.0.0/8/8', '::1/129', '10.0.0'],
  METRICS_TOKEN: ['very-secret', 'x'.repeat(15)],
  RATE_LIMIT: ['maybe', '100', 'off'],
  OPERATOR: ['ada', '@crels.example', 'ada@'],
  ALERT_EMAILS: ['ada', 'ada@crels.example,bob', 'a@b'],
  ALERT_WEBHOOK: ['hooks.example', 'ftp://hooks.example/a'],
  ALERT_HOURS: ['soon', 'redemptions', 'redemptions=', 'nothing=1', 'support=1.5'],
  OPERATOR_IDLE_MINUTES: ['long', '0', '1441', '0.5'],
  OPERATOR_SESSION_HOURS: ['long', '0', '169', '0.5'],
  LOG_LEVEL: ['loud', 'WARN', '30'],
  OTEL_EXPORTER_OTLP_ENDPOINT: ['127.0.0.1:4318', 'grpc://127.0.0.1:4317', 'on'],
  OTEL_EXPORTER_OTLP_HEADERS: ['very-secret', 'authorization=Bearer very-secret', 'authorization=%E0%A4%A'],
  OTEL_SERVICE_NAME: ['x'.repeat(101)],
  OTEL_TRACES_SAMPLER_ARG: ['1.1', '-1', 'half', '5%'],
}

/** Pairs that are right alone and not together, beside what they need. */
const contradictions: [Record<string, string>, besides: Record<string, string>][] = [
  [{ PASSWORD_MAX_LENGTH: '8', PASSWORD_MIN_LENGTH: '12' }, {}],
  [{ PASSWORD_MAX_LENGTH: '127', PASSWORD_MIN_LENGTH: '128' }, {}],
  [
    { ALLOW_LOCAL_DESTINATIONS: 'true', PUBLIC_ORIGIN: 'https://crels.example' },
    { SMTP_URL: 'smtp://mail.example' },
  ],
  [{ IDENTITY_PROVIDER: 'oidc', IDENTITY_OIDC: '' }, {}],
  [{ IDENTITY_PROVIDER: 'firebase', IDENTITY_FIREBASE: '' }, { FIREBASE_SIGN_IN: 'google' }],
  [{ DEVELOPMENT_TOOLS: 'true', NODE_ENV: 'production' }, {}],
  [
    { DEVELOPMENT_TOOLS: 'true', PUBLIC_ORIGIN: 'https://crels.example' },
    { SMTP_URL: 'smtp://mail.example' },
  ],
  [{ NODE_ENV: 'test', HOST: '0.0.0.0' }, {}],
  [{ NODE_ENV: 'test', PUBLIC_ORIGIN: 'http://crels.example' }, {}],
  [{ NODE_ENV: 'development', PUBLIC_ORIGIN: 'https://crels.example' }, {}],
]

test.each(Object.keys(settings) as SettingName[])('%s: wrong values are refused in one line', (name) => {
  const examples = [...(wrong[name] ?? []), ' ', 'in two\nlines', `${settings[name].default || 'x'} `]
  expect(wrong[name]?.length, `wrong values of ${name} to try`).toBeGreaterThan(0)
  for (const value of examples) {
    const line = refusal({ [name]: value })
    // Its name, the value unless that is secret, what is expected, and what the setting is for.
    expect(line).toMatch(
      new RegExp(`^${name}: ("[^\n]*"|its value) is not acceptable \\((is|has) [^\n]+\\)\\. `),
    )
    expect(line.endsWith(settings[name].doc), line).toBe(true)
    expect(line).not.toMatch(/very.secret|Invalid/)
    expect(line.includes('its value')).toBe('secret' in settings[name])
  }
})

test.each(contradictions)('%j contradict each other', (pair, besides) => {
  const [one = '', other = ''] = Object.keys(pair)
  expect(refusal({ ...pair, ...besides })).toMatch(new RegExp(`^${one} [^\n]*${other}[^\n]*$`))
})

test('an empty value is the default', () => {
  const empty = Object.fromEntries(Object.keys(settings).map((name) => [name, '']))
  expect(readConfig(empty)).toEqual(readConfig({}))
})

test('hours of one queue are those of that alone, and 0 tells nobody of it', () => {
  const usual = readConfig({}).alerts.hoursOf
  const { support: _, ...others } = usual
  expect(readConfig({ ALERT_HOURS: 'redemptions=4' }).alerts.hoursOf).toEqual({ ...usual, redemptions: 4 })
  expect(readConfig({ ALERT_HOURS: 'support=0' }).alerts.hoursOf).toEqual(others)
  expect(Object.keys(usual).sort()).toEqual([...OPERATOR_QUEUES].sort())
})

test('.env.example lists every setting with its default, and nothing else', () => {
  const listed = Object.entries(settings).map(
    ([name, { doc, default: usual }]) => `# ${doc}\n${name}=${usual}\n`,
  )
  const [, ...example] = read('.env.example').split('\n\n')
  expect(example.map((part) => `${part.trimEnd()}\n`)).toEqual(listed)
})

test('no secret has a default, which would be the same everywhere', () => {
  const secrets = Object.values(settings).filter((setting) => 'secret' in setting)
  expect(secrets.length).toBeGreaterThan(8)
  expect(secrets.map(({ default: usual }) => usual).filter((usual) => usual !== '')).toEqual([])
})

test('what the documents call a setting is one', () => {
  const named = [...read('docs/operating.md').matchAll(/`([A-Z]+(?:_[A-Z]+)+|HOST|PORT|SECRET)\b[^`]*`/g)]
  const names = new Set(named.map(([, name]) => name))
  expect(names.size).toBeGreaterThan(8)
  expect(Object.keys(settings)).toEqual(expect.arrayContaining([...names]))
})

function refusal(environment: Record<string, string>): string {
  try {
    readConfig(environment)
  } catch (error) {
    expect(error).toBeInstanceOf(SettingProblem)
    return (error as Error).message
  }
  throw new Error(`${JSON.stringify(environment)} was accepted`)
}

function read(file: string): string {
  return readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')
}

/** The body of a private key's file. */
function p8(namedCurve: string): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve })
  return privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64')
}

test('the keys of social sign-in are read as they are written', () => {
  const key = p8('prime256v1')
  expect(
    readConfig({
      SOCIAL_GOOGLE: 'id.apps.googleusercontent.com GOCSPX-x_y',
      SOCIAL_APPLE: `com.example.crels TEAM123456 KEY1234567 ${key.slice(0, 64)} ${key.slice(64)}`,
      SOCIAL_OIDC: 'https://id.example/realm client s/e:c,r+et= Example & Sons',
    }).social,
  ).toEqual({
    google: { clientId: 'id.apps.googleusercontent.com', clientSecret: 'GOCSPX-x_y' },
    apple: {
      clientId: 'com.example.crels',
      teamId: 'TEAM123456',
      keyId: 'KEY1234567',
      privateKey: key,
    },
    facebook: null,
    x: null,
    github: null,
    oidc: {
      issuer: 'https://id.example/realm',
      clientId: 'client',
      clientSecret: 's/e:c,r+et=',
      name: 'Example & Sons',
    },
  })
})

test('another identity provider is read as it is written', () => {
  expect(readConfig({}).identity).toEqual({ provider: 'embedded' })
  const oidc = 'https://id.example/realm client secret Example & Sons'
  expect(readConfig({ IDENTITY_PROVIDER: 'oidc', IDENTITY_OIDC: oidc }).identity).toEqual({
    provider: 'oidc',
    issuer: 'https://id.example/realm',
    clientId: 'client',
    clientSecret: 'secret',
    name: 'Example & Sons',
  })
  const firebase = { IDENTITY_PROVIDER: 'firebase', IDENTITY_FIREBASE: 'crels-1234 AIzaSy_-x' }
  expect(readConfig({ ...firebase, FIREBASE_SIGN_IN: 'apple,google' }).identity).toEqual({
    provider: 'firebase',
    projectId: 'crels-1234',
    apiKey: 'AIzaSy_-x',
    authDomain: 'crels-1234.firebaseapp.com',
    ways: ['google', 'apple'],
    url: null,
  })
})
