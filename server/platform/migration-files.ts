import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'

const folder = new URL('../../migrations/', import.meta.url)

/**
 * The hashes of 0001_platform.sql before the first release, while migrations were still squashed and edited: a database
 * that has one of them is older than this program's migrations.
 */
export const beforeFirstRelease: readonly string[] = [
  '1a0bce1efebfc698690baa91ad0b69613e260009443fb6244b1f7fa39cb45861',
  'bef579c17a557829fdb21b59729e77355a1c2e6e517a072aff7ccffd7c812bf0',
]

/** A file of SQL with the hash of its text. */
export interface SqlFile {
  name: string
  sql: string
  checksum: string
}

/** The numbered migrations of this program, in order. */
export function listMigrations(): SqlFile[] {
  return readdirSync(folder)
    .filter((name) => /^\d{4}_[a-z_]+\.sql$/.test(name))
    .sort()
    .map(read)
}

/** The files of functions of this program, which are applied anew when their text changes. */
export function listFunctions(): SqlFile[] {
  return readdirSync(new URL('functions/', folder))
    .filter((name) => /^[a-z_]+\.sql$/.test(name))
    .sort()
    .map((name) => read(`functions/${name}`))
}

/** The files of functions that a migration asks for, each where it has a line `\ir functions/….sql` (as psql reads it). */
export function functionsIn({ sql }: SqlFile): SqlFile[] {
  return [...sql.matchAll(inclusion)].map(([, name]) => read(name!))
}

/** The text of a migration with the functions that it asks for. */
export function fullText({ sql }: SqlFile): string {
  return sql.replaceAll(inclusion, (_, name: string) => read(name).sql)
}

/** The version of this program, which its functions have in the database. */
export function programVersion(): string {
  const text = readFileSync(new URL('../package.json', folder), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}

const inclusion = /^\\ir (functions\/[a-z_]+\.sql)$/gm

function read(name: string): SqlFile {
  const sql = readFileSync(new URL(name, folder), 'utf8')
  return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}
