import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { tableOwners } from './table-owners.ts'
import { tableReaders, type Readers } from './table-readers.ts'

/**
 * Where a module, or the platform, writes a table that belongs to another, or reads one that it is not listed to read;
 * tables without an owner; readers that read nothing.
 */
export function tableFaults(
  root: string,
  owners: Record<string, string[]> = tableOwners,
  readers: Readers = tableReaders,
): string[] {
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([owner, tables]) => tables.map((table) => [table, owner])),
  )
  const tables = tablesIn(readFileSync(path.join(root, 'server/platform/database-types.ts'), 'utf8'))
  const files = globSync('server/{modules,platform}/**/*.ts', {
    cwd: root,
    exclude: (name) => /\.(?:test|fixture)\.ts$|database-types\.ts$/.test(name),
  })
  const uses = files.sort().flatMap((file) => {
    const home = /^server\/modules\/([^/]+)/.exec(file)?.[1] ?? 'server/platform'
    return tablesUsed(readFileSync(path.join(root, file), 'utf8'))
      .filter(({ table }) => ownerOf.has(table) && ownerOf.get(table) !== home)
      .map((use) => ({ file, home, ...use }))
  })
  return [
    ...tables.filter((table) => !ownerOf.has(table)).map((table) => `${table} has no owner`),
    ...[...ownerOf.keys()]
      .filter((table) => !tables.includes(table))
      .map((table) => `${table} has an owner and does not exist`),
    ...uses
      .filter(({ home, table, isWritten }) => isWritten || !readers[home]?.tables.includes(table))
      .map(
        ({ file, table, isWritten }) =>
          `${file} ${isWritten ? 'writes' : 'reads'} ${table}, which belongs to ${ownerOf.get(table)}`,
      ),
    ...Object.entries(readers).flatMap(([reader, { tables: read }]) =>
      read
        .filter((table) => !uses.some((use) => use.home === reader && use.table === table))
        .map((table) => `${reader} is listed to read ${table} and does not`),
    ),
  ]
}

/** The tables of the generated types, without the name of their schema. */
function tablesIn(types: string): string[] {
  const list = types.slice(types.indexOf('export interface DB '))
  return [...list.matchAll(/^ {2}"?(?:identity\.)?([a-z_]+)"?:/gm)].map(([, table]) => table!)
}

const builderCall =
  /\b(selectFrom|insertInto|updateTable|deleteFrom|innerJoin|leftJoin|rightJoin)\(\s*'(?:identity\.)?([a-z_]+)\b/g
const name = String.raw`(?:only\s+)?(?:identity\.)?[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?`
const sqlClause = new RegExp(
  String.raw`\b(delete\s+from|from|join|into|update|using|copy|lock\s+table)\s+(${name}(?:\s*,\s*${name})*)`,
  'g',
)

interface TableUse {
  table: string
  isWritten: boolean
}

/** What a file's queries read from or write to: by Kysely's builder, and by SQL in template strings. */
function tablesUsed(source: string): TableUse[] {
  const uses = [...source.matchAll(builderCall)].map(([, call, table]) => ({
    table: table!,
    isWritten: /insert|update|delete/.test(call!),
  }))
  for (const [sql] of source.matchAll(/`(?:[^`\\]|\\.)*`/g)) {
    const named = new Set(
      [...sql.matchAll(/\b([a-z_]+)\s+as\s+(?:not\s+)?(?:materialized\s+)?\(/g)].map(([, cte]) => cte!),
    )
    for (const [, clause, list] of sql.matchAll(sqlClause))
      for (const item of list!.split(',')) {
        const table = item
          .trim()
          .replace(/^only\s+/, '')
          .replace('identity.', '')
          .split(/\s/)[0]!
        if (!named.has(table)) uses.push({ table, isWritten: !/^(?:from|join|using)$/.test(clause!) })
      }
  }
  const written = new Set(uses.filter(({ isWritten }) => isWritten).map(({ table }) => table))
  return [...new Set(uses.map(({ table }) => table))]
    .sort()
    .map((table) => ({ table, isWritten: written.has(table) }))
}

if (import.meta.main) {
  const faults = tableFaults(fileURLToPath(new URL('../../', import.meta.url)))
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
  else console.log('Every table is written by its own module alone, and read by those that are listed')
}
