import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../run-folder.ts'
import { commitFaults } from './commits.ts'
import { gitIsHere } from './history.ts'

test.skipIf(!gitIsHere())(
  'refuses a subject of 73 characters after the base, and lets older ones be (skipped without git)',
  () => {
    const root = temporaryFolder('commits')
    git(root, 'init', '-q')
    commit(root, 'x'.repeat(100))
    const since = git(root, 'rev-parse', 'HEAD')
    commit(root, 'ü'.repeat(72))
    expect(commitFaults(root, since)).toEqual([])
    commit(root, 'y'.repeat(73), 'A body may be long. '.repeat(9))
    commit(root, 'Follow it')
    expect(commitFaults(root, since)).toEqual([
      expect.stringMatching(/^[0-9a-f]{7,} has a subject of 73 characters, 72 are the most: y{73}$/),
    ])
  },
)

test.skipIf(!gitIsHere())(
  'knows nothing without the base: in a shallow clone, or without a history (skipped without git)',
  () => {
    const root = temporaryFolder('commits')
    expect(commitFaults(root)).toBeUndefined()
    git(root, 'init', '-q')
    commit(root, 'one')
    const since = git(root, 'rev-parse', 'HEAD')
    commit(root, 'z'.repeat(80))
    const shallow = temporaryFolder('commits-shallow')
    git(shallow, 'clone', '-q', '--depth', '1', `file://${root}`, '.')
    expect(commitFaults(root, since)).toHaveLength(1)
    expect(commitFaults(shallow, since)).toBeUndefined()
  },
)

function commit(root: string, ...paragraphs: string[]): void {
  const messages = paragraphs.flatMap((paragraph) => ['-m', paragraph])
  const person = ['-c', 'user.name=Test', '-c', 'user.email=test@crels.example', '-c', 'commit.gpgsign=false']
  git(root, ...person, 'commit', '-q', '--allow-empty', ...messages)
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trim()
}
