import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { FaultSeen } from './all-parts-run.ts'
import { services } from './service.ts'
import { utcDate } from '#rules/utc-date.ts'

const file = fileURLToPath(new URL('../../docs/scaling.md', import.meta.url))
const [begin, end] = ['<!-- written by npm run all-parts -->', '<!-- until here -->']

/** Puts a run in the place of the last one in docs/scaling.md. */
export function recordTable(seen: FaultSeen[], figures: Record<string, number>): void {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < 0) throw new Error(`${file} has no place for it`)
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const load = loadavg()
    .map((one) => one.toFixed(1))
    .join(' ')
  const taken = `Taken ${utcDate(Date.now())} at commit ${commit} on ${cpus().length} cores at load ${load}: ${figures['clicks answered']} clicks, ${figures['conversions answered']} sales and leads, ${figures['ledger transactions']} ledger transactions, every promise kept.`
  writeFileSync(file, `${text.slice(0, from)}${begin}\n\n${taken}\n\n${tableOf(seen)}\n\n${text.slice(to)}`)
}

/** A line a part: the worst of its rounds. */
export function tableOf(seen: FaultSeen[]): string {
  const byPart = Map.groupBy(seen, ({ name }) => name)
  const lines = [...byPart]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, rounds]) => {
      const away = rounds.map(({ awayMs }) => seconds(awayMs)).join(', ')
      const cells = services.map((service) => {
        const all = rounds.map((round) => round.services[service])
        const [failed, asked] = [sum(all.map((one) => one.failed)), sum(all.map((one) => one.asked))]
        const slowest = worst(all.map(({ slowestMs }) => slowestMs))
        return failed === 0
          ? slowest
          : `**${failed} of ${asked}** in ${worst(all.map(({ goneMs }) => goneMs))}`
      })
      const stored = rounds.flatMap(({ storedAfterMs }) => storedAfterMs ?? [])
      const after = [rounds.map((one) => one.wholeAfterMs), stored].map(worst)
      return `| ${[name, away, ...cells, ...after].join(' | ')} |`
    })
  return [
    `| killed | away for, s | ${services.join(' | ')} | all again after, s | clicks stored after, s |`,
    `|---|---|${services.map(() => '---|').join('')}---|---|`,
    ...lines,
  ].join('\n')
}

const sum = (all: number[]) => all.reduce((before, one) => before + one, 0)
const seconds = (ms: number) => (ms / 1_000).toFixed(1)
const worst = (all: number[]) => (all.length === 0 ? 'not asked' : seconds(Math.max(...all)))
