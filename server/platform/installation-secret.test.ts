import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { currentSecret, previousSecret } from './installation-secret.ts'

const folders: string[] = []
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), 'crels-secret-'))
  folders.push(made)
  return made
}
afterEach(() => {
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true })
})

test('is made once, kept for us alone, and the same at the next start', () => {
  const dataDir = folder()
  const first = currentSecret({ secret: null, dataDir })
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(currentSecret({ secret: null, dataDir }).text).toEqual(first.text)
  expect(currentSecret({ secret: null, dataDir: folder() }).text).not.toEqual(first.text)
})

test('is one and the same for processes that start at the same moment, and never seen half written', async () => {
  const dataDir = folder()
  const start = `import { currentSecret } from ${JSON.stringify(new URL('installation-secret.ts', import.meta.url).href)}
    process.stdout.write(currentSecret({ secret: null, dataDir: process.argv[1] }).text)`
  const keys = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { stdout } = await promisify(execFile)(process.execPath, [
        '--input-type=module',
        '-e',
        start,
        dataDir,
      ])
      return stdout
    }),
  )
  expect(new Set(keys).size).toBe(1)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('refuses a kept secret that is too short to be one', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret'), 'short')
  expect(() => currentSecret({ secret: null, dataDir })).toThrow(/holds no secret/)
})

test('has a fingerprint that identifies it and does not reveal it', () => {
  const [one, other] = ['x'.repeat(32), 'y'.repeat(32)].map((secret) =>
    currentSecret({ secret, dataDir: '' }),
  )
  expect(one!.fingerprint).toMatch(/^[0-9a-f]{16}$/)
  expect(one!.fingerprint).not.toBe(other!.fingerprint)
})

test('the one before is SECRET_PREVIOUS, or a file beside the kept one', () => {
  const dataDir = folder()
  expect(previousSecret({ secret: null, secretPrevious: null, dataDir })).toBeNull()
  writeFileSync(join(dataDir, 'secret.previous'), `${'p'.repeat(32)}\n`)
  expect(previousSecret({ secret: null, secretPrevious: null, dataDir })?.text).toBe('p'.repeat(32))
  expect(previousSecret({ secret: 'x'.repeat(32), secretPrevious: null, dataDir })).toBeNull()
  expect(previousSecret({ secret: null, secretPrevious: 'q'.repeat(32), dataDir })?.text).toBe('q'.repeat(32))
})
