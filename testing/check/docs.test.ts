import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../run-folder.ts'
import { deadLinks, lostCommits } from './docs.ts'
import { gitIsHere } from './history.ts'

// Not written out below: the check reads this file, too.
const docs = 'docs'

test('finds links of documents and names in code that lead nowhere', () => {
  const root = temporaryFolder('links')
  mkdirSync(path.join(root, docs))
  mkdirSync(path.join(root, 'rules'))
  writeFileSync(
    path.join(root, 'README.md'),
    `[a](${docs}/a.md#part) [b](${docs}/b.md) [c](https://crels.example/c.md)`,
  )
  writeFileSync(path.join(root, docs, 'a.md'), '[up](../README.md) [here](#part) [site](/docs) [gone](b.md)')
  writeFileSync(path.join(root, 'rules/points.ts'), `// See ${docs}/a.md and ${docs}/c.md.`)
  expect(deadLinks(root)).toEqual([
    `README.md: ${docs}/b.md leads nowhere`,
    `${docs}/a.md: b.md leads nowhere`,
    `rules/points.ts: ${docs}/c.md leads nowhere`,
  ])
})

test.skipIf(!gitIsHere())(
  'finds commits of results that the history does not have (skipped without git)',
  () => {
    const root = temporaryFolder('commits')
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@crels.example', ...args], {
        cwd: root,
        encoding: 'utf8',
      }).trim()
    mkdirSync(path.join(root, docs))
    expect(lostCommits(root)).toBeUndefined()
    git('init', '--quiet')
    git('commit', '--quiet', '--allow-empty', '--message', 'First')
    const there = git('rev-parse', '--short=8', 'HEAD')
    writeFileSync(
      path.join(root, docs, 'speed.md'),
      `Taken 2026-11-28 at ${there}, then at commit 106b57e0 and before \`ae680091\` (2026-11-29, 03971ed9);
| fuzz | 2026-11-23 | 4f15684 | sign in with 8a0ce2e201ecx; at 720000 and at deadbeef.`,
    )
    expect(lostCommits(root)).toEqual(
      ['106b57e0', 'ae680091', '03971ed9', '4f15684'].map(
        (commit) => `${docs}/speed.md: no commit ${commit}`,
      ),
    )
  },
)
