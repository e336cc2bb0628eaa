import {
  appendFileSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDir } from './owner.fixture.ts'
import { forgetInLogs, rotateLog } from './server-log.ts'

test('a log beyond its size is turned over while the server writes on', async () => {
  const logFile = path.join(temporaryDir(), 'postgres.log')
  const server = openSync(logFile, 'a')
  writeSync(server, 'first line\n')
  await rotateLog({ logFile }, 100)
  expect(existsSync(`${logFile}.1`)).toBe(false)
  writeSync(server, `${'x'.repeat(100)}\n`)
  await rotateLog({ logFile }, 100)
  writeSync(server, 'last line\n')
  closeSync(server)
  expect(readFileSync(`${logFile}.1`, 'utf8')).toMatch(/^first line\nx{100}\n$/)
  expect(readFileSync(logFile, 'utf8')).toBe('last line\n')
  if (process.platform !== 'win32') expect(statSync(`${logFile}.1`).mode & 0o777).toBe(0o600)
})

test('forgets the lines that name an address, and no other', async () => {
  const logFile = path.join(temporaryDir(), 'postgres.log')
  const line = (address: string) => `DETAIL:  Key (email)=(${address}) already exists.\n`
  for (const file of [logFile, `${logFile}.1`]) {
    writeFileSync(file, `LOG:  ready\n${line('Ada@Example.com')}`)
    appendFileSync(file, line('bob@example.com'))
  }
  await forgetInLogs({ logFile }, ['ada@example.com', ''])
  for (const file of [logFile, `${logFile}.1`])
    expect(readFileSync(file, 'utf8')).toBe(`LOG:  ready\n${line('bob@example.com')}`)
})
