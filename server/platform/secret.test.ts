import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { openSecret } from './secret.ts'

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
  const first = openSecret({ secret: null, dataDir })
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(openSecret({ secret: null, dataDir }).key('a')).toEqual(first.key('a'))
  expect(openSecret({ secret: null, dataDir: folder() }).key('a')).not.toEqual(first.key('a'))
})

test('is one and the same for processes that start at the same moment, and never seen half written', async () => {
  const dataDir = folder()
  const start = `import { openSecret } from ${JSON.stringify(new URL('secret.ts', import.meta.url).href)}
    process.stdout.write(openSecret({ secret: null, dataDir: process.argv[1] }).key('a').toString('hex'))`
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

test('has one key per purpose', () => {
  const secret = openSecret({ secret: 'x'.repeat(32), dataDir: folder() })
  expect(secret.key('a')).not.toEqual(secret.key('b'))
  expect(secret.hash('a', 'text')).not.toEqual(secret.hash('b', 'text'))
  expect(secret.hash('a', 'text')).toEqual(secret.hash('a', 'text'))
})

test('opens what it sealed, and nothing that was changed or sealed for another purpose or by another secret', () => {
  const secret = openSecret({ secret: 'x'.repeat(32), dataDir: folder() })
  const text = 'héllo, as nothing says by chance'
  const sealed = secret.seal('mail', text)
  for (const readable of [sealed, Buffer.from(sealed, 'base64url').toString('latin1')])
    expect(readable).not.toContain('llo, as')
  expect(secret.seal('mail', text)).not.toBe(sealed)
  expect(secret.open('mail', sealed)).toBe(text)
  expect(() => secret.open('key', sealed)).toThrow()
  expect(() => openSecret({ secret: 'y'.repeat(32), dataDir: folder() }).open('mail', sealed)).toThrow()
  const changed = Buffer.from(sealed, 'base64url')
  changed[changed.length - 1]! ^= 1
  expect(() => secret.open('mail', changed.toString('base64url'))).toThrow()
})

test('refuses a kept secret that is too short to be one', () => {
  const dataDir = folder()
  writeFileSync(join(dataDir, 'secret'), 'short')
  expect(() => openSecret({ secret: null, dataDir })).toThrow(/holds no secret/)
})
