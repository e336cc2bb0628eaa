import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { document, post, sentIn, type Json } from './contract.fixture.ts'
import { temporaryFolder } from '../run-folder.ts'
import { contractFaults } from './contract.ts'
import { gitIsHere } from './history.ts'

let root: string
beforeEach(() => {
  root = temporaryFolder('contract')
  mkdirSync(path.join(root, 'docs/api/releases'), { recursive: true })
  version('1.0.0')
  changelog('')
  publish(() => {})
  cpSync(file('docs/api/openapi.json'), file('docs/api/releases/1.0.0.json'))
})
afterEach(() => rmSync(root, { recursive: true }))

const shorter = (d: Json) => (sentIn(d).name.maxLength = 50)
const fault = 'POST /members breaks clients: request field name: maxLength 60 → 50'
const entry = '- `POST /members`: `name` has at most 50 characters.'

test('lets additions through', () => {
  publish((d) => (d.paths['/brands'] = {}))
  expect(contractFaults(root)).toEqual([])
})

test('refuses a breaking change until the changelog names its operation and what changed', () => {
  publish(shorter)
  expect(contractFaults(root)).toEqual([expect.stringContaining(fault)])
  for (const text of [
    `### Changed\n\n${entry}`,
    '### Breaking\n\n- `POST /members`: shorter.',
    '### Breaking\n\n- `GET /members/{id}`: `name` has at most 50 characters.',
    `### Breaking\n\n- Nothing.\n\n## [1.0.0] - 2026-01-01\n\n### Breaking\n\n${entry}`,
  ]) {
    changelog(text)
    expect(contractFaults(root), text).toHaveLength(1)
  }
  changelog(`### Added\n\n- More.\n\n### Breaking\n\n- Other.\n${entry.replace('50', '50\n  ')}\n\n### Fixed`)
  expect(contractFaults(root)).toEqual([])
  // The entry is for that change, not for whatever else the operation loses.
  publish((d) => {
    shorter(d)
    delete post(d).responses[204]
  })
  expect(contractFaults(root)).toEqual([expect.stringContaining('answer 204: removed')])
})

test('recording a release is no way past it: its section must name what it breaks', () => {
  publish(shorter)
  version('1.1.0')
  cpSync(file('docs/api/openapi.json'), file('docs/api/releases/1.1.0.json'))
  changelog('## [1.1.0] - 2026-02-02\n\n### Added\n\n- More.')
  expect(contractFaults(root)).toEqual([expect.stringContaining(fault)])
  changelog(`## [1.1.0] - 2026-02-02\n\n### Breaking\n\n${entry}`)
  expect(contractFaults(root)).toEqual([])
})

test('accepts every change before the first release', () => {
  rmSync(path.join(root, 'docs/api/releases/1.0.0.json'))
  publish(shorter)
  expect(contractFaults(root)).toEqual([])
})

test('the package is of the newest release, or of what comes after it', () => {
  version('1.1.0')
  expect(contractFaults(root)).toEqual([])
  version('0.9.0')
  expect(contractFaults(root)).toEqual([expect.stringContaining('package.json says 0.9.0')])
})

test.skipIf(!gitIsHere())('compares with the history where it is there (skipped without git)', () => {
  git('init', '-q')
  commit()
  // What landed after the release is promised too.
  publish((d) => (sentIn(d).city = { type: 'string' }))
  commit()
  publish(() => {})
  const gone = 'POST /members breaks clients: request field city: removed'
  expect(contractFaults(root)).toEqual([expect.stringContaining(gone)])
  commit()
  expect(contractFaults(root)).toEqual([expect.stringContaining(gone)])
  changelog('### Breaking\n\n- `POST /members`: `city` is gone.')
  expect(contractFaults(root)).toEqual([])
  // Nor is editing the recorded release a way past it.
  publish(shorter)
  cpSync(file('docs/api/openapi.json'), file('docs/api/releases/1.0.0.json'))
  commit()
  expect(contractFaults(root)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('docs/api/releases/1.0.0.json was changed after it was recorded'),
      expect.stringContaining(fault),
    ]),
  )
})

const file = (name: string) => path.join(root, name)
const version = (number: string) => writeFileSync(file('package.json'), JSON.stringify({ version: number }))

function changelog(unreleased: string) {
  writeFileSync(file('CHANGELOG.md'), `# Changelog\n\n## [Unreleased]\n\n${unreleased}\n`)
}

function publish(plant: (d: Json) => unknown) {
  const text = JSON.parse(JSON.stringify(document)) as Json
  plant(text)
  writeFileSync(file('docs/api/openapi.json'), JSON.stringify(text))
}

function commit() {
  git('add', '-A')
  git('-c', 'user.name=Test', '-c', 'user.email=test@crels.example', 'commit', '-qm', 'next')
}

function git(...args: string[]) {
  execFileSync('git', args, { cwd: root, stdio: 'pipe' })
}
