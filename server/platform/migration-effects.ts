/** What a statement of a migration does to a table that is in use. */
export interface MigrationEffect {
  table: string
  /** Whether code that does not know of it may fail from then on. */
  breaks: boolean
  /** What takes its time, in proportion to the rows; `quick` does not depend on them. */
  work: 'quick' | 'scan' | 'index' | 'rewrite' | 'rows'
  /** The statement's beginning, for a person. */
  statement: string
}

/** What a migration does to tables that it does not make itself, and from which version on code works with it. */
export interface MigrationEffects {
  effects: MigrationEffect[]
  /** The line `-- Needs: 0.2.0` of a migration that takes away what an older version uses; null without one. */
  needs: string | null
}

/** Rows a second of each kind of work on two cores, at least; of the tables of bench/, in memory. */
export const rowsPerSecond = { scan: 1_000_000, index: 300_000, rewrite: 150_000, rows: 30_000 }

/** Reads a migration. `made` are tables that earlier pending ones make: nothing is in them and nothing uses them. */
export function migrationEffects(sql: string, made: ReadonlySet<string> = new Set()): MigrationEffects {
  const needs = /^-- Needs: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1] ?? null
  const statements = statementsOf(sql)
  const fresh = new Set([...made, ...tablesMadeBy(sql)])
  const effects = statements.flatMap((statement) =>
    kinds.flatMap(({ pattern, ...effect }) => {
      const found = pattern.exec(statement)
      const table = found?.groups?.table
      if (!table || fresh.has(table)) return []
      return [{ table, ...effect, statement: statement.replaceAll(/\s+/g, ' ').slice(0, 80) }]
    }),
  )
  return { effects, needs }
}

/** The tables that a migration makes. */
export function tablesMadeBy(sql: string): string[] {
  return statementsOf(sql).flatMap(
    (statement) => /^create table (?:if not exists )?(?:public\.)?([a-z_]+)/.exec(statement)?.[1] ?? [],
  )
}

const onTable = String.raw`alter table (?:if exists )?(?:only )?(?:public\.)?(?<table>[a-z_]+)\b[^]*?`
const kind = (
  text: string,
  breaks: boolean,
  work: MigrationEffect['work'],
): { pattern: RegExp; breaks: boolean; work: MigrationEffect['work'] } => ({
  pattern: new RegExp(text),
  breaks,
  work,
})

/** Each is asked of each statement. Functions are text (decision 053): what one of them was called is named as its table. */
const kinds = [
  kind(
    String.raw`^drop (?:table|view|function|type|procedure) (?:if exists )?(?:public\.)?(?<table>[a-z_]+)`,
    true,
    'quick',
  ),
  kind(`^${onTable}\\bdrop column\\b`, true, 'quick'),
  kind(`^${onTable}\\brename\\b`, true, 'quick'),
  kind(`^${onTable}\\balter(?: column)? [a-z_]+ (?:set data )?type\\b`, true, 'rewrite'),
  kind(`^${onTable}\\bset not null\\b`, true, 'scan'),
  // Code from before reads no null there.
  kind(`^${onTable}\\bdrop not null\\b`, true, 'quick'),
  kind(
    `^${onTable}\\badd column (?:(?!,\\s*add\\b)(?!\\bdefault\\b)(?!\\bgenerated\\b)[^])*?\\b(?<!is )not null\\b(?![^,]*\\b(?:default|generated)\\b)`,
    true,
    'quick',
  ),
  kind(
    `^${onTable}\\badd column\\b[^,]*\\b(?:default (?:new_id|gen_random_uuid|uuidv7|random|clock_timestamp)|generated always as [^]*stored)\\b`,
    false,
    'rewrite',
  ),
  kind(
    `^${onTable}\\badd (?:constraint [a-z_]+ )?(?:check|foreign key|unique|primary key|exclude)\\b(?![^]*\\bnot valid\\b)`,
    true,
    'scan',
  ),
  kind(
    String.raw`^create unique index (?:if not exists )?[a-z_]+ on (?:only )?(?:public\.)?(?<table>[a-z_]+)`,
    true,
    'index',
  ),
  kind(
    String.raw`^create index (?:if not exists )?[a-z_]+ on (?:only )?(?:public\.)?(?<table>[a-z_]+)`,
    false,
    'index',
  ),
  kind(String.raw`^(?:update|delete from) (?:only )?(?:public\.)?(?<table>[a-z_]+)`, false, 'rows'),
  kind(String.raw`^insert into [a-z_]+[^]*?\bfrom (?:public\.)?(?<table>[a-z_]+)`, false, 'rows'),
]

/** The statements of a script, in small letters, without comments; what functions and strings say is left out. */
function statementsOf(sql: string): string[] {
  return sql
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, '$$$$')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((statement) => statement.trim())
    .filter(Boolean)
}
