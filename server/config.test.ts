import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { shownSetting } from './read-setting.ts'

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

test('behind https wants no mailbox that the internet could read: production, or SMTP', () => {
  const reached = { PUBLIC_ORIGIN: 'https://crels.example' }
  expect(readConfig({ ...reached, NODE_ENV: 'production' }).smtpUrl).toBeNull()
  expect(readConfig({ ...reached, SMTP_URL: 'smtp://mail.example' }).env).toBe('development')
})

test('reads the password policy', () => {
  expect(readConfig({ PASSWORD_MAX_LENGTH: '64', PASSWORD_CLASSES: 'digit,symbol' }).passwordRules).toEqual({
    minLength: 6,
    maxLength: 64,
    minScore: 0,
    refuseBreached: true,
    requireLowercase: false,
    requireUppercase: false,
    requireDigit: true,
    requireSymbol: true,
  })
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
  expect(shownSetting('DATABASE_URL', 'postgres://crels:se:c//r@et@db/crels')).toBe(
    'postgres://crels:***@db/crels',
  )
  expect(shownSetting('DATABASE_URL', 'crels:secret@db/crels')).toBe('crels:***@db/crels')
  expect(shownSetting('SECRET', 'anything')).toBe('(hidden)')
  expect(shownSetting('SMTP_URL', 'smtps://mail.example:465')).toBe('smtps://mail.example:465')
})
