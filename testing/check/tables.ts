import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableOwners } from './table-owners.ts'

/** Where a query of a module, or of the platform, touches a table that belongs to another; tables without an owner. */
export function tableFaults(root: string, owners: Record<string, string[]> = tableOwners): string[] {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
  )
  const tables = tablesIn(readFileSync(path.join(root, 'server/platform/database-types.ts'), 'utf8'))
  const files = globSync('server/{modules,platform}/**/*.ts', {
    cwd: root,
    exclude: (name) => /\.(?:test|fixture)\.ts$|database-types\.ts$/.test(name),
  })
  return [
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner`),
    ...[...ownerOf.keys()]
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} has an owner and does not exist`),
    ...files.sort().flatMap((file) => {
      const home = /^server\/modules\/([^/]+)/.exec(file)?.[1] ?? 'server/platform'
      return tablesUsed(readFileSync(path.join(root, file), 'utf8'))
        .filter((table) => ownerOf.has(table) && ownerOf.get(table) !== home)
        .map((table) => `${file} touches ${table}, which belongs to ${ownerOf.get(table)}`)
    }),
  ]
}

/** The tables of the generated types, without the name of their schema. */
function tablesIn(types: string): string[] {
  const list = types.slice(types.indexOf('export interface DB '))
  return [...list.matchAll(/^ {2}"?(?:identity\.)?([a-z_]+)"?:/gm)].map(([, table]) => table!)
}

const builderCall =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin)\(\s*'(?:identity\.)?([a-z_]+)\b/g
const name = String.raw`(?:only\s+)?(?:identity\.)?[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?`
const sqlClause = new RegExp(
  String.raw`\b(?:from|join|into|update|using|copy)\s+(${name}(?:\s*,\s*${name})*)`,
  'g',
)

/** Names that a file's queries read from or write to: of Kysely's builder, and of SQL in template strings. */
function tablesUsed(source: string): string[] {
  const built = [...source.matchAll(builderCall)].map(([, table]) => table!)
  const written = [...source.matchAll(/`(?:[^`\\]|\\.)*`/g)].flatMap(([sql]) => {
    const named = new Set(
      [...sql.matchAll(/\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(([, cte]) => cte!),
    )
    return [...sql.matchAll(sqlClause)]
      .flatMap(([, list]) => list!.split(','))
      .map(
        (item) =>
          item
            .trim()
            .replace(/^only\s+/, '')
            .replace('identity.', '')
            .split(/\s/)[0]!,
      )
      .filter((table) => !named.has(table))
  })
  return [...new Set([...built, ...written])].sort()
}

if (import.meta.main) {
  const faults = tableFaults(fileURLToPath(new URL('../../', import.meta.url)))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Every table is touched by its own module alone')
}
