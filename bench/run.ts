import { generate } from '#server/build/generate.ts'
import { buildWeb } from '#server/build/web-build.ts'
import { endOnSignals, endPrograms } from '#testing/processes.ts'
import { readCommit, readMachine } from './machine.ts'
import type { Bench, Measure } from './measure.ts'
import { measures, notMeasured } from './measures.ts'
import { reportTable, type Measured, type Result } from './report.ts'
import { storeResult } from './store.ts'

// npm run bench                       everything; stored, and shown in docs/performance.md
// npm run bench -- redirect ledger    these alone; stored and printed
// npm run bench -- --quick            a short look, printed
const args = process.argv.slice(2)
const quick = args.includes('--quick')
const names = args.filter((arg) => arg !== '--quick')
const unknown = names.find((name) => !measures.some((measure) => measure.name === name))
if (unknown) {
  console.error(`There is no measure ${unknown}. There are: ${measures.map(({ name }) => name).join(', ')}`)
  process.exit(2)
}
const chosen =
  names.length > 0
    ? measures.filter(({ name }) => names.includes(name))
    : measures.filter(({ onlyByName }) => !onlyByName)

const machine = readMachine()
await generate()
await buildWeb()
const result: Result = {
  takenAt: new Date().toISOString(),
  commit: readCommit(),
  quick,
  machine,
  measured: [],
  notMeasured: names.length > 0 ? [] : notMeasured,
}
endOnSignals()
for (const measure of chosen) result.measured.push(await take(measure))
console.log(reportTable(result))
const stored = storeResult(result, names)
if (stored) console.log(`\nStored as bench/results/${stored}`)
if (result.measured.some((measured) => 'failure' in measured)) process.exitCode = 1

/** One that fails leaves the others their turn. */
async function take({ name, title, baseline, run }: Measure): Promise<Measured> {
  const bench: Bench = { quick, say: (line) => console.error(`${name}: ${line}`) }
  const before = performance.now()
  const outcome = await run(bench)
    .then(
      (figures) => ({ figures }),
      (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
    )
    .finally(endPrograms)
  return { name, title, baseline, seconds: Math.round((performance.now() - before) / 1000), ...outcome }
}
