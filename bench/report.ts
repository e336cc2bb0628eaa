import type { Machine } from './machine.ts'
import type { Figure, Measure, NotMeasured } from './measure.ts'
import { median } from './statistics.ts'

/** What a measure came to: its figures, or why there are none. */
export type Measured = Pick<Measure, 'name' | 'title' | 'baseline'> & { seconds: number } & (
    | { figures: Figure[] }
    | { failure: string }
  )

/** A whole run, as it is stored in bench/results. */
export interface Result {
  takenAt: string
  commit: string
  quick: boolean
  machine: Machine
  measured: Measured[]
  notMeasured: NotMeasured[]
}

/** Whether a figure reaches its goal; undefined where it has none. */
export function isMet({ samples, goal }: Figure): boolean | undefined {
  if (!goal) return undefined
  const middle = median(samples)
  return middle >= (goal.atLeast ?? -Infinity) && middle < (goal.below ?? Infinity)
}

/** A run as a table of Markdown, a line a figure, under the machine it was taken on. */
export function reportTable(result: Result): string {
  const { machine, measured, notMeasured } = result
  const lines = [
    `Taken ${result.takenAt.slice(0, 10)} at commit ${result.commit}${result.quick ? ' (a short look, not to be believed)' : ''}: ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGb} GB, ${machine.os}, Node ${machine.node}, PostgreSQL ${machine.postgres}, load before ${machine.loadBefore.join(' ')}.`,
    '',
    '| what | figure | median | min – max (rounds) | goal | |',
    '|---|---|---|---|---|---|',
    ...measured.flatMap(rowsOf),
    ...notMeasured.map(({ title, goal, why }) => row(title, '', '', '', goal, why)),
  ]
  return lines.join('\n')
}

function rowsOf(measured: Measured): string[] {
  if ('failure' in measured) return [row(measured.title, '', '', '', '', `failed: ${measured.failure}`)]
  return measured.figures.map((figure, index) => {
    const { name, unit, samples, goal } = figure
    const spread = `${shown(Math.min(...samples))} – ${shown(Math.max(...samples))} (${samples.length})`
    const state = { true: 'met', false: '**missed**', undefined: '' }[String(isMet(figure))]!
    const title = index === 0 ? measured.title : ''
    return row(title, name, `${shown(median(samples))} ${unit}`, spread, goal?.text ?? '', state)
  })
}

function row(...cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`
}

/** Three digits that count, and every digit before the point. */
function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)))
}
