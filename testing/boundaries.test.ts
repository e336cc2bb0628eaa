import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../', import.meta.url))
const folders = ['contracts', 'rules', 'server', 'web']

interface Report {
  modules: object[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

let planted: string
beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), 'crels-planted-'))
  for (const file of ['.dependency-cruiser.json', 'package.json', 'tsconfig.json', 'tsconfig.web.json'])
    copyFileSync(join(root, file), join(planted, file))
  symlinkSync(join(root, 'node_modules'), join(planted, 'node_modules'))
})
afterAll(() => rmSync(planted, { recursive: true }))

test('holds in the whole house', () => {
  const report = cruise(root)
  expect(report.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([])
  // The tool is silently green when it cannot parse TypeScript: it must have seen the house.
  expect(report.modules.length).toBeGreaterThan(250)
})

test.each([
  [
    'rules-import-nothing',
    'rules/a.ts',
    "import { readFileSync } from 'node:fs'\nexport const a = readFileSync",
  ],
  ['contracts-import-rules-and-zod', 'contracts/a.ts', "import '#server/app.ts'"],
  ['server-never-web', 'server/platform/a.ts', "import '#web/ui/card.ts'"],
  ['web-never-server', 'web/pages/a.ts', "import '#server/app.ts'"],
  [
    'web-no-response-schemas',
    'web/pages/a.ts',
    "import { wallet } from '#contracts/wallet.responses.ts'\nexport const a = wallet",
  ],
  ['module-only-through-public', 'server/modules/links/a.ts', "import '../ledger/post.ts'"],
  ['platform-knows-no-module', 'server/platform/a.ts', "import '../modules/ledger/public.ts'"],
  ['ui-is-dumb', 'web/ui/a.ts', "import '../features/wallet/a.ts'"],
  ['feature-imports-no-feature', 'web/features/wallet/b.ts', "import '../campaigns/a.ts'"],
  ['features-below-pages', 'web/features/wallet/c.ts', "import '../../pages/b.ts'"],
  ['database-only-in-server', 'web/pages/a.ts', "import { sql } from 'kysely'\nexport const a = sql"],
  ['react-only-in-web', 'server/a.ts', "import { useState } from 'react'\nexport const a = useState"],
  ['no-cycles', 'rules/a.ts', "import { b } from './b.ts'\nexport const a = () => b"],
])('finds a planted violation of %s', (rule, file, source) => {
  for (const folder of folders) rmSync(join(planted, folder), { recursive: true, force: true })
  const neighbours = {
    'rules/b.ts': "import { a } from './a.ts'\nexport const b = () => a",
    'contracts/wallet.responses.ts': 'export const wallet = 1',
    'server/app.ts': 'export const app = 1',
    'server/modules/ledger/post.ts': 'export const post = 1',
    'server/modules/ledger/public.ts': 'export const post = 1',
    'web/ui/card.ts': 'export const card = 1',
    'web/features/wallet/a.ts': 'export const a = 1',
    'web/features/campaigns/a.ts': 'export const a = 1',
    'web/pages/b.ts': 'export const b = 1',
  }
  if (rule !== 'no-cycles') neighbours['rules/b.ts'] = 'export const b = 1'
  for (const [path, text] of [...Object.entries(neighbours), [file, source] as const]) {
    mkdirSync(dirname(join(planted, path)), { recursive: true })
    writeFileSync(join(planted, path), `${text}\n`)
  }
  expect(cruise(planted).summary.violations.map((violation) => violation.rule.name)).toContain(rule)
})

function cruise(folder: string): Report {
  const tool = join(root, 'node_modules/.bin/depcruise')
  const { stdout, stderr } = spawnSync(
    tool,
    ['--config', '.dependency-cruiser.json', '--output-type', 'json', ...folders],
    {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    },
  )
  expect(stdout, stderr).toMatch(/^\{/)
  return JSON.parse(stdout) as Report
}
