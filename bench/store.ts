import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { reportTable, type Result } from './report.ts'

const resultsDir = fileURLToPath(new URL('results/', import.meta.url))
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const markers = ['<!-- written by npm run bench -->', '<!-- until here -->'] as const

/** Keeps a run as bench/results/{date}-{commit}.json and shows it in docs/performance.md; answers the file's name. */
export function storeResult(result: Result): string {
  const name = `${result.takenAt.slice(0, 10)}-${result.commit}.json`
  mkdirSync(resultsDir, { recursive: true })
  writeFileSync(`${resultsDir}${name}`, `${JSON.stringify(result, null, 2)}\n`)
  writeFileSync(page, withTable(readFileSync(page, 'utf8'), reportTable(result)))
  return name
}

/** A page with what is between its markers replaced. Throws when it has none. */
export function withTable(text: string, table: string): string {
  const [start, end] = markers.map((marker) => text.indexOf(marker)) as [number, number]
  if (start < 0 || end < start) throw new Error(`docs/performance.md lacks ${markers.join(' or ')}`)
  return `${text.slice(0, start)}${markers[0]}\n\n${table}\n\n${text.slice(end)}`
}
