import { expect, test } from 'vitest'
import type { UpgradeCheck } from '../platform/check-upgrade.ts'
import { upgradeLines } from './upgrade-command.ts'

const found: UpgradeCheck = {
  version: '0.2.0',
  running: ['0.2.0'],
  migrations: [],
  functions: [],
  longTransactions: [],
  verdict: 'while-running',
  reasons: [],
}
const files = 'While 0.1.0 runs beside, make no file of a payout run: a deadlock leaves a payment out of it.'

test('while 0.1.0 runs beside, the check says that no payment file may be made', () => {
  expect(upgradeLines({ ...found, running: ['0.1.0', '0.2.0'] })).toContain(files)
  expect(upgradeLines({ ...found, running: ['0.1.0'], verdict: 'current' })).toContain(files)
  expect(upgradeLines(found)).not.toContain(files)
})

test('where every process is stopped first, none runs beside', () => {
  expect(upgradeLines({ ...found, running: ['0.1.0'], verdict: 'stop-first' })).not.toContain(files)
})
