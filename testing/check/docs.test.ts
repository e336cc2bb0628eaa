import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../run-folder.ts'
import { deadLinks } from './docs.ts'

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
