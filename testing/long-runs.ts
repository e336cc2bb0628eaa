import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { utcDate } from '#rules/utc-date.ts'

// `npm run test:long`: what is random and long, in its long form, one run after the other, or those named
// (`npm run test:long -- fuzz`). The last result of each is in testing/long-runs.md.
interface LongRun {
  command: string[]
  /** What of its output is worth keeping: seeds, and the sentence of its end. */
  keep: RegExp
}

const runs: Record<string, LongRun> = {
  fuzz: { command: ['npm', 'run', '-s', 'fuzz'], keep: /FUZZ_SEED=\d+|\d+ passed|\d+ failed/g },
  economy: {
    command: ['npm', 'run', '-s', 'economy-run'],
    keep: /ECONOMY_SEED=\d+ ECONOMY_RUNS=\d+|\d+ passed|\d+ failed/g,
  },
  kill: {
    command: ['npm', 'run', '-s', 'kill-run'],
    keep: /--kills \d+ --seed \d+|Every promise was kept|\d+ promises were broken/g,
  },
  'kill-processes': {
    command: ['npm', 'run', '-s', 'kill-run', '--', '--kills', '24', '--processes', '2'],
    keep: /--kills \d+ --seed \d+|Every promise was kept|\d+ promises were broken/g,
  },
  'all-parts': {
    command: ['npm', 'run', '-s', 'all-parts'],
    keep: /--seed \d+|Every promise was kept|\d+ promises were broken/g,
  },
  upgrade: {
    command:
      'env UPGRADE_SECONDS=20 npx vitest run e2e/rolling-upgrade.spec.ts e2e/upgrade-promises.spec.ts'.split(
        ' ',
      ),
    keep: /upgrade from \S+|\d+ passed|\d+ failed|\d+ skipped/g,
  },
  release: {
    command: ['env', 'RELEASE_ARCHIVE=1', 'npx', 'vitest', 'run', 'e2e/start-released.spec.ts'],
    keep: /\d+ passed|\d+ failed/g,
  },
  payouts: {
    command:
      'env PAYOUT_RUN_SIZE=500 PAYOUT_REPORT_ROWS=100000 npx vitest run payout-runs/payout-runs.test payout-runs/payout-results.test'.split(
        ' ',
      ),
    keep: /\d+ passed|\d+ failed/g,
  },
  'code-imports': {
    command: 'env CODE_IMPORT_LINES=100000 npx vitest run server/operator-code-imports.test.ts'.split(' '),
    keep: /\d+ codes: .+ MB|\d+ passed|\d+ failed/g,
  },
  sales: {
    command: 'npx vitest run e2e/console-500-sales.spec.ts'.split(' '),
    keep: /\d+ sales cleared in \d+ s|\d+ passed|\d+ failed/g,
  },
  routes: { command: ['npm', 'run', '-s', 'route-looks'], keep: /\d+ passed|\d+ failed/g },
}

const file = fileURLToPath(new URL('./long-runs.md', import.meta.url))
const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in runs))
if (unknown.length > 0)
  throw new Error(`No long run ${unknown.join(', ')}; there are ${Object.keys(runs).join(', ')}`)

for (const name of named.length > 0 ? named : Object.keys(runs)) {
  const began = Date.now()
  const { status, output } = await run(runs[name]!)
  const found = [...new Set(stripVTControlCharacters(output).match(runs[name]!.keep))]
  record(name, [
    utcDate(began),
    execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
    `${Math.round((Date.now() - began) / 60_000)} min`,
    status === 0 ? 'kept' : 'BROKEN',
    found.join(', '),
  ])
  if (status !== 0) process.exitCode = 1
}

async function run({ command }: LongRun): Promise<{ status: number; output: string }> {
  const child = spawn(command[0]!, command.slice(1), {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    process.stdout.write(text)
  })
  return await new Promise((resolve) =>
    child.once('close', (status) => resolve({ status: status ?? 1, output })),
  )
}

/** Puts the result of a run in the place of its last one. */
function record(name: string, cells: string[]): void {
  const row = `| ${[name, ...cells].join(' | ')} |`
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${name} |`))
  writeFileSync(file, `${(at < 0 ? [...lines, row] : lines.with(at, row)).join('\n')}\n`)
}
