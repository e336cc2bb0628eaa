import { createHash } from 'node:crypto'
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeFirstRelease } from '#server/platform/migration-files.ts'
import { functionFaults } from './migration-functions.ts'
import { historyOf } from './history.ts'

/** Beside the migrations, in the form of `sha256sum`: a line for each that landed, only ever added to. */
const list = 'migrations/checksums.txt'

/** First lines of the list before the first release: what a list with one of them said binds no longer. */
const formerLines = new Set(beforeFirstRelease.map((hash) => `${hash}  0001_platform.sql`))

/** What is wrong with the migrations of the checkout at `root`: one clear line each, empty when all is well. */
export function migrationFaults(root: string): string[] {
  const files = filesOf(root)
  const recorded = linesOf(
    existsSync(path.join(root, list)) ? readFileSync(path.join(root, list), 'utf8') : '',
  )
  const landed = new Map(recorded.map((line) => [nameIn(line), line]))
  return [
    ...numberingFaults(files),
    ...recorded
      .filter((line) => !/^[0-9a-f]{64} {2}\S+$/.test(line))
      .map((line) => `${list}: "${line}" is no line of sha256sum`),
    ...(recorded.join() === [...recorded].sort(byName).join()
      ? []
      : [`${list}: lines are added at the end, in the order of the numbers`]),
    ...(landed.size === recorded.length ? [] : [`${list}: a migration is named twice`]),
    ...[...landed].flatMap(([name, line]) => {
      if (!files.includes(name)) return [`${name} landed and is gone: migrations are forward-only`]
      return lineOf(root, name) === line
        ? []
        : [`${name} was changed after it landed: put it back, and add the next number`]
    }),
    ...files
      .filter((name) => !landed.has(name))
      .map((name) => `${name} is not in ${list}: run \`npm run generate\``),
    ...historyFaults(root, new Set(recorded)),
    ...functionFaults(root),
  ]
}

/** Adds the lines of migrations that have none; answers their names. Lines that are there stay as they are. */
export function recordMigrations(root: string): string[] {
  const file = path.join(root, list)
  const recorded = new Set(linesOf(existsSync(file) ? readFileSync(file, 'utf8') : '').map(nameIn))
  const missing = filesOf(root).filter((name) => !recorded.has(name))
  appendFileSync(file, missing.map((name) => `${lineOf(root, name)}\n`).join(''))
  return missing
}

function numberingFaults(files: string[]): string[] {
  const misnamed = files.filter((name) => !/^\d{4}_[a-z_]+\.sql$/.test(name))
  return misnamed.length > 0
    ? misnamed.map((name) => `migrations/${name}: no name of a migration, which is 0009_what_it_does.sql`)
    : files
        .flatMap((name, index) => {
          const expected = String(index + 1).padStart(4, '0')
          return name.startsWith(expected)
            ? []
            : [`${name} should be number ${expected}: neither gaps nor doubles`]
        })
        .slice(0, 1)
}

/** An edit of a migration can change its line too; what earlier commits said cannot be edited. */
function historyFaults(root: string, recorded: Set<string>): string[] {
  const texts = historyOf(root).textsOf(list).map(linesOf)
  const ever = new Set(texts.filter((lines) => !lines.some((line) => formerLines.has(line))).flat())
  return [...ever]
    .filter((line) => !recorded.has(line))
    .map(
      (line) =>
        `${list}: the line of ${nameIn(line)} in the history is changed or gone; lines are only added (a migration that never landed: squash the commits that changed it)`,
    )
}

function filesOf(root: string): string[] {
  return readdirSync(path.join(root, 'migrations'))
    .filter((name) => name !== path.basename(list) && name !== 'functions')
    .sort()
}

function lineOf(root: string, name: string): string {
  const text = readFileSync(path.join(root, 'migrations', name))
  return `${createHash('sha256').update(text).digest('hex')}  ${name}`
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)
const nameIn = (line: string) => line.slice(66)
const byName = (a: string, b: string) => (nameIn(a) < nameIn(b) ? -1 : 1)

if (import.meta.main) {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  if (process.argv.includes('--record')) {
    for (const name of recordMigrations(root)) console.log(`Recorded ${name} in ${list}`)
  } else {
    const faults = migrationFaults(root)
    for (const fault of faults) console.error(fault)
    if (faults.length > 0) process.exitCode = 1
    else console.log(`${filesOf(root).length} migrations as they landed (${historyOf(root).known})`)
  }
}
