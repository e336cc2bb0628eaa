import { parseArgs } from 'node:util'
import { endOnSignals, endPrograms } from '../processes.ts'
import { openRunFolder } from '../run-folder.ts'
import { killRun } from './kill-run.ts'
import { countKills, planKills, planShort } from './plan.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '50' },
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    processes: { type: 'string', default: '1' },
  },
})
const seed = Number(values.seed ?? Date.now() % 1_000_000)
const processes = Number(values.processes)
const plan = values.short ? planShort(seed, processes) : planKills(seed, Number(values.kills), processes)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const removeFolder = openRunFolder()
endOnSignals(removeFolder)

const many = processes > 1 ? ` --processes ${processes}` : ''
say(`npm run kill-run -- ${values.short ? '--short' : `--kills ${values.kills}`} --seed ${seed}${many}`)
try {
  const { broken, figures, logged } = await killRun({ plan, processes, say })
  for (const [name, count] of Object.entries({ ...countKills(plan), ...figures })) say(`${name}: ${count}`)
  for (const [line, count] of Object.entries(logged)) say(`logged ${count} times: ${line}`)
  for (const line of broken.slice(0, 40)) say(`BROKEN ${line}`)
  say(broken.length === 0 ? 'Every promise was kept' : `${broken.length} promises were broken`)
  process.exitCode = broken.length === 0 ? 0 : 1
} finally {
  await endPrograms()
  removeFolder()
}
