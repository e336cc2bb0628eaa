import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readConfig, SettingProblem, shownSetting } from './config.ts'
import { settings } from './settings.ts'

const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')

test('starts with nothing set: loopback, port 3000, the embedded database, demo data', () => {
  expect(readConfig({})).toMatchObject({
    env: 'development',
    host: '127.0.0.1',
    port: 3000,
    publicOrigin: 'http://localhost:3000',
    databaseUrl: null,
    demoData: true,
    allowLocalDestinations: true,
  })
})

test('has no demo data and no local destinations in production', () => {
  expect(readConfig({ NODE_ENV: 'production' })).toMatchObject({
    demoData: false,
    allowLocalDestinations: false,
  })
})

test.each([
  ['PORT', '99999'],
  ['PORT', 'eighty'],
  ['PORT', '80.5'],
  ['HOST', 'nowhere.example'],
  ['DATABASE_POOL', '1'],
  ['TRUST_PROXY', '10.0.0.1,proxy'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['PUBLIC_ORIGIN', 'crels.example'],
  ['PUBLIC_ORIGIN', 'https://crels.example/path'],
  ['DATABASE_URL', 'mysql://localhost/crels'],
  ['SMTP_URL', 'http://mail.example'],
  ['PASSWORD_MIN_LENGTH', '3'],
  ['PASSWORD_MAX_LENGTH', 'none'],
  ['PASSWORD_CLASSES', 'digit,emoji'],
  ['PASSWORD_CLASSES', 'digit,'],
  ['DEMO_DATA', 'maybe'],
  ['LOG_LEVEL', 'loud'],
  ['NODE_ENV', 'staging'],
])('refuses %s=%s in one line that names it', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(SettingProblem)
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name}: [^\n]+$`))
})

test('refuses local destinations behind https', () => {
  expect(() =>
    readConfig({ PUBLIC_ORIGIN: 'https://crels.example', ALLOW_LOCAL_DESTINATIONS: 'true' }),
  ).toThrow(/^ALLOW_LOCAL_DESTINATIONS/)
})

test('refuses a mailbox that the internet could read', () => {
  const reached = { PUBLIC_ORIGIN: 'https://crels.example' }
  expect(() => readConfig(reached)).toThrow(/^NODE_ENV .*PUBLIC_ORIGIN/)
  expect(readConfig({ ...reached, NODE_ENV: 'production' }).smtpUrl).toBeNull()
  expect(readConfig({ ...reached, SMTP_URL: 'smtp://mail.example' }).env).toBe('development')
})

test('reads the password policy, and refuses one that no password can meet', () => {
  expect(readConfig({ PASSWORD_MAX_LENGTH: '64', PASSWORD_CLASSES: 'digit,symbol' }).passwordRules).toEqual({
    minLength: 6,
    maxLength: 64,
    requireLowercase: false,
    requireUppercase: false,
    requireDigit: true,
    requireSymbol: true,
  })
  expect(() => readConfig({ PASSWORD_MIN_LENGTH: '12', PASSWORD_MAX_LENGTH: '8' })).toThrow(
    /^PASSWORD_MAX_LENGTH/,
  )
})

test('reads the proxies it may believe', () => {
  expect(readConfig({ TRUST_PROXY: '127.0.0.1, 10.0.0.0/8,::1/128' }).trustProxy).toEqual([
    '127.0.0.1',
    '10.0.0.0/8',
    '::1/128',
  ])
})

test('never shows a password that is part of an address', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://crels:very@secret@db/crels' })).toThrow(
    'DATABASE_URL: "mysql://crels:***@db/crels" is not acceptable',
  )
  expect(shownSetting('DATABASE_URL', 'postgres://db/crels?user=crels&password=secret')).toBe(
    'postgres://db/crels?user=crels&password=***',
  )
  expect(shownSetting('SMTP_URL', 'smtps://mail.example:465')).toBe('smtps://mail.example:465')
})

test('never shows a secret in a complaint', () => {
  expect(() => readConfig({ SECRET: 'short-but-secret' })).toThrow(/^SECRET: its value is not acceptable/)
})

test('is listed whole in .env.example, with the defaults', () => {
  for (const [name, setting] of Object.entries(settings)) {
    expect(example).toContain(`# ${setting.doc}\n${name}=${setting.default}\n`)
  }
})
