import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { reportTable, type Result } from './report.ts'

const resultsDir = fileURLToPath(new URL('results/', import.meta.url))
const page = fileURLToPath(new URL('../docs/performance.md', import.meta.url))
const markers = ['<!-- written by npm run bench -->', '<!-- until here -->'] as const

/**
 * Keeps a run in `folder` (bench/results) and answers the file's name: {date}-{commit}.json of a whole one, which is
 * shown in docs/performance.md too, {date}-{commit}-{names}.json of the measures `named`. Null of a short look, which is
 * not kept.
 */
export function storeResult(result: Result, named: string[], folder = resultsDir): string | null {
  if (result.quick) return null
  const name = `${[result.takenAt.slice(0, 10), result.commit, ...named].join('-')}.json`
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, name), `${JSON.stringify(result, null, 2)}\n`)
  if (named.length === 0) writeFileSync(page, withTable(readFileSync(page, 'utf8'), reportTable(result)))
  return name
}

/** A page with what is between its markers replaced. Throws when it has none. */
export function withTable(text: string, table: string): string {
  const [start, end] = markers.map((marker) => text.indexOf(marker)) as [number, number]
  if (start < 0 || end < start) throw new Error(`docs/performance.md lacks ${markers.join(' or ')}`)
  return `${text.slice(0, start)}${markers[0]}\n\n${table}\n\n${text.slice(end)}`
}
