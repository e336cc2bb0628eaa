import { parseArgs } from 'node:util'
import { endOnSignals, endPrograms } from '../processes.ts'
import { openRunFolder } from '../run-folder.ts'
import { missingParts } from './all-parts.ts'
import { allPartsRun } from './all-parts-run.ts'
import { longForm, shortForm } from './forms.ts'
import { recordTable } from './record-table.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    record: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const say = (line: string) => void process.stdout.write(`${line}\n`)
if (missingParts.length > 0) throw new Error(`Not on this machine: ${missingParts.join(', ')}`)
const removeFolder = openRunFolder()
endOnSignals(removeFolder)

say(`npm run all-parts -- ${values.short ? '--short ' : ''}--seed ${seed}`)
try {
  const { broken, seen, figures, logged } = await allPartsRun({
    seed,
    ...(values.short ? shortForm : longForm),
    ...(values.rounds && { rounds: Number(values.rounds) }),
    say,
  })
  for (const [name, count] of Object.entries(figures)) say(`${name}: ${count}`)
  for (const [line, count] of Object.entries(logged)) say(`logged ${count} times: ${line}`)
  for (const line of broken.slice(0, 40)) say(`BROKEN ${line}`)
  say(broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`)
  if (broken.length === 0 && (!values.short || values.record)) recordTable(seen, figures)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await endPrograms()
  removeFolder()
}
