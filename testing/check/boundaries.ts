import { spawn } from 'node:child_process'
import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { plantedNeighbours, plantedViolations } from './planted-violations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const settings = ['package.json', 'tsconfig.json', 'tsconfig.web.json']

/** The import rules as data, `.dependency-cruiser.json`. */
export interface BoundaryRules {
  forbidden: { name: string }[]
}

interface Report {
  modules: { source: string }[]
  summary: { violations: { rule: { name: string }; from: string; to: string }[] }
}

/** The rules of the house. */
export function boundaryRules(): BoundaryRules {
  return JSON.parse(readFileSync(path.join(root, '.dependency-cruiser.json'), 'utf8')) as BoundaryRules
}

/** Imports of the house that break a rule, and files the tool did not read; how many modules it saw. */
export async function houseFaults(): Promise<{ faults: string[]; modules: number }> {
  const { modules, summary } = await cruise(root, path.join(root, '.dependency-cruiser.json'))
  // The tool is silently green when it cannot parse TypeScript or finds a folder empty: it must have read every file.
  const read = new Set(modules.map(({ source }) => source))
  const files = globSync(`{${foldersOf(root).join()}}/**/*.{ts,tsx}`, {
    cwd: root,
    exclude: ['**/node_modules'],
  })
  return {
    faults: [
      ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
      ...files.filter((file) => !read.has(file)).map((file) => `${file} was not read`),
    ],
    modules: files.length,
  }
}

/** Planted violations that these rules let pass, and rules that no planted violation breaks. */
export async function plantedFaults(rules: BoundaryRules): Promise<string[]> {
  const planted = mkdtempSync(path.join(tmpdir(), 'crels-planted-'))
  try {
    for (const file of settings) copyFileSync(path.join(root, file), path.join(planted, file))
    symlinkSync(path.join(root, 'node_modules'), path.join(planted, 'node_modules'))
    writeFileSync(path.join(planted, 'rules.json'), JSON.stringify(rules))
    for (const [file, source] of [...plantedNeighbours, ...plantedViolations.map(([, ...rest]) => rest)]) {
      mkdirSync(path.dirname(path.join(planted, file)), { recursive: true })
      writeFileSync(path.join(planted, file), `${source}\n`)
    }
    const { summary } = await cruise(planted, 'rules.json')
    const found = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
    return [
      ...plantedViolations
        .filter(([rule, file]) => !found.has(`${rule} ${file}`))
        .map(([rule, file]) => `${rule}: does not find its planted violation (${file})`),
      ...rules.forbidden
        .filter(({ name }) => !plantedViolations.some(([rule]) => rule === name))
        .map(({ name }) => `${name}: no violation of it is planted (testing/check/planted-violations.ts)`),
    ]
  } finally {
    rmSync(planted, { recursive: true })
  }
}

async function cruise(folder: string, config: string): Promise<Report> {
  const tool = path.join(root, 'node_modules/.bin/depcruise')
  const child = spawn(tool, ['--config', config, '--output-type', 'json', ...foldersOf(folder)], {
    cwd: folder,
  })
  const [report, problems] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (!report.startsWith('{')) throw new Error(`dependency-cruiser: ${problems}`)
  return JSON.parse(report) as Report
}

function foldersOf(folder: string): string[] {
  return globSync('{contracts,rules,server,web,console,testing,e2e,bench}/', { cwd: folder }).map((name) =>
    name.replace('/', ''),
  )
}

if (import.meta.main) {
  const [house, planted] = await Promise.all([houseFaults(), plantedFaults(boundaryRules())])
  for (const fault of [...house.faults, ...planted]) console.error(fault)
  if (house.faults.length + planted.length > 0) process.exitCode = 1
  else
    console.log(
      `${house.modules} modules keep ${boundaryRules().forbidden.length} rules; each finds its planted violation`,
    )
}
