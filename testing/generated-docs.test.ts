import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { listOfDecisions, withParts } from './generated-docs.ts'
import { mermaidOf, moduleGraph, tableOf } from './module-graph.ts'
import { temporaryFolder } from './run-folder.ts'

test('reads which modules a module imports, by either form, and leaves tests out', () => {
  const root = folderOf({
    'server/modules/ledger/public.ts': '',
    'server/modules/ledger/post.test.ts': `import { join } from '../campaigns/public.ts'`,
    'server/modules/accounts/public.ts': `import { post } from '#server/modules/ledger/public.ts'`,
    'server/modules/campaigns/join/join.ts': `import type { Post } from '../../ledger/public.ts'\nconst a = import('../../accounts/public.ts')`,
  })
  const graph = moduleGraph(root)
  expect([...graph]).toEqual([
    ['accounts', ['ledger']],
    ['campaigns', ['accounts', 'ledger']],
    ['ledger', []],
  ])
  expect(mermaidOf(graph)).toBe(
    '```mermaid\nflowchart LR\n  accounts --> ledger\n  campaigns --> accounts\n```',
  )
  expect(tableOf(graph)).toContain(
    '| [campaigns](../server/modules/campaigns/README.md) | accounts, ledger |',
  )
})

test('a circle of modules is an error, not a picture', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['a']],
    ['c', []],
  ])
  expect(() => mermaidOf(graph)).toThrow('Modules import in a circle')
})

test('writes the parts of a document anew, and nothing else', () => {
  const text = 'Before\n<!-- generated: list -->\nold\n<!-- end -->\nafter'
  const once = withParts(text, { list: '- new' })
  expect(once).toBe('Before\n<!-- generated: list -->\n\n- new\n\n<!-- end -->\nafter')
  expect(withParts(once, { list: '- new' })).toBe(once)
  expect(() => withParts(text, {})).toThrow('Nothing generates "list"')
})

test('lists decisions by number, and refuses a number given twice or a title without its own', () => {
  const first = { '001-plain.md': '# 001 A plain title (2026-11-21)\n' }
  expect(listOfDecisions(folderOf({ ...first, 'README.md': '# Decisions' }))).toBe(
    '- [001](001-plain.md) A plain title (2026-11-21)',
  )
  expect(() => listOfDecisions(folderOf({ ...first, '001-other.md': '' }))).toThrow('numbered 001')
  expect(() => listOfDecisions(folderOf({ '002-plain.md': first['001-plain.md'] }))).toThrow(
    '002-plain.md begins',
  )
})

function folderOf(files: Record<string, string>): string {
  const root = temporaryFolder('docs')
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return root
}
