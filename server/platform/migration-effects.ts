import { splitAtCommas, statementsOf, statementsOfBody, type SqlStatement } from './sql-statements.ts'

/** What a statement of a migration does to a table that is in use. */
export interface MigrationEffect {
  /** Its name, with the schema where that is another than `public`. */
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
  /** Beginnings of statements of which nothing can be said. */
  unknown: string[]
  /** The line `-- Needs: 0.2.0` of a migration that takes away what an older version uses; null without one. */
  needs: string | null
}

/** Rows a second of each kind of work on two cores, at least; of the tables of bench/, in memory. */
export const rowsPerSecond = { scan: 1_000_000, index: 300_000, rewrite: 150_000, rows: 30_000 }

/**
 * Reads a migration or a file of functions. `made` are tables that earlier pending ones make: nothing is in them and
 * nothing uses them. Of functions the text is not read (decision 053): what one that goes was called is named as its
 * table.
 */
export function migrationEffects(sql: string, made: ReadonlySet<string> = new Set()): MigrationEffects {
  const needs = /^-- Needs: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1] ?? null
  const fresh = new Set([...made, ...tablesMadeBy(sql)])
  const found = statementsOf(sql).flatMap(read)
  return {
    effects: found.flatMap((one) => ('table' in one && !fresh.has(one.table) ? [one] : [])),
    unknown: [...new Set(found.flatMap((one) => ('isUnknown' in one ? [one.statement] : [])))],
    needs,
  }
}

/** The tables that a migration makes. */
export function tablesMadeBy(sql: string): string[] {
  const make = new RegExp(
    `^create (?:(?:temp|temporary|unlogged) )?(?:table|materialized view) (?:if not exists )?${name}`,
  )
  return statementsOf(sql).flatMap(({ text }) => tableIn(make.exec(text)) ?? [])
}

type Does = Pick<MigrationEffect, 'breaks' | 'work'>
type Effect = (Does & Pick<MigrationEffect, 'table'>) | { isUnknown: true }

const name = String.raw`(?:(?<schema>[a-z_][\w$]*)\.)?(?<table>[a-z_][\w$]*)`
const tableIn = (found: RegExpExecArray | null) => {
  if (!found?.groups?.table) return null
  const { schema, table } = found.groups
  return schema === undefined || schema === 'public' ? table! : `${schema}.${table!}`
}

type Found = Effect & Pick<MigrationEffect, 'statement'>

function read({ text, bodies }: SqlStatement): Found[] {
  if (/^do\b/.test(text)) return bodies.flatMap((body) => statementsOfBody(body).flatMap(readInBody))
  const statement = text.replaceAll(/\s+/g, ' ').slice(0, 80)
  return effectsOf(text).map((one) => ({ ...one, statement }))
}

/** Within a `do`. What is put together there is known by the text that it begins with. */
function readInBody(statement: SqlStatement): Found[] {
  const { text, strings } = statement
  if (/^execute (?:format\s*\(\s*)?''/.test(text)) return statementsOf(strings[0]!).flatMap(read)
  return harmlessInBody.test(text) ? [] : read(statement)
}

function effectsOf(text: string): Effect[] {
  const altered = new RegExp(`^alter table (?:if exists )?(?:only )?${name}\\s+(?<actions>[^]*)$`).exec(text)
  if (altered) return readActions(tableIn(altered)!, altered.groups!.actions!)
  // Several of them may be within one, and each changes rows.
  if (/^(?:with|for)\b/.test(text)) {
    const changes = [...text.matchAll(new RegExp(`(?<!\\bfor |\\bdo |\\bkey )\\b${changesRows}`, 'g'))]
    return changes.length > 0 ? changes.map((one) => rowsOf(tableIn(one)!)) : [{ isUnknown: true }]
  }
  for (const { pattern, breaks, work } of kinds) {
    const table = tableIn(pattern.exec(text))
    if (table) return [{ table, breaks, work }]
  }
  return harmless.test(text) ? [] : [{ isUnknown: true }]
}

const rowsOf = (table: string): Effect => ({ table, breaks: false, work: 'rows' })
const changesRows = `(?:update|delete from|merge into) (?:only )?${name}`

const kind = (text: string, breaks: boolean, work: MigrationEffect['work']) => ({
  pattern: new RegExp(text),
  breaks,
  work,
})

/** The first that fits a statement says what it does. */
const kinds = [
  kind(
    `^drop (?:table|view|materialized view|function|type|procedure|schema|sequence) (?:if exists )?${name}`,
    true,
    'quick',
  ),
  kind(`^truncate (?:table )?(?:only )?${name}`, true, 'quick'),
  kind(`^alter (?:view|function|type|sequence) (?:if exists )?${name}[^]*\\brename\\b`, true, 'quick'),
  kind(`^create unique index (?:if not exists )?(?:[\\w$]+ )?on (?:only )?${name}`, true, 'index'),
  kind(`^create index (?:if not exists )?(?:[\\w$]+ )?on (?:only )?${name}`, false, 'index'),
  kind(`^${changesRows}`, false, 'rows'),
  kind(`^insert into [\\w$.]+[^]*?\\b(?:from|join) ${name}`, false, 'rows'),
  kind(
    `^create (?:(?:temp|temporary|unlogged) )?(?:table|materialized view) (?:if not exists )?[\\w$.]+ as\\b[^]*?\\bfrom ${name}`,
    false,
    'rows',
  ),
]

/** Whatever takes no time and nothing away. `audit_table` makes a trigger. */
const harmless =
  /^(?:create (?:or replace )?(?:(?:temp|temporary|unlogged) )?(?:table|schema|sequence|type|domain|view|materialized view|function|procedure|trigger|constraint trigger|extension|policy)\b|insert into\b|comment on\b|grant\b|revoke\b|drop (?:index|trigger|policy|rule)\b(?! concurrently)|alter (?:default privileges|index|sequence)\b|alter type [\w$.]+ add value\b|set\b|reset\b|lock table\b|select (?:audit_table|pg_advisory_xact_lock|set_config)\s*\()/

const harmlessInBody =
  /^(?:end\b|raise\b|return\b|null$|exit\b|continue\b|get diagnostics\b|assert\b|[\w$.[\]]+ ?:?= |select\b[^]*\binto\b)/

/** What each action of an `alter table` does; the first that fits. Null: nothing that keeps anybody waiting. */
const actions: { pattern: RegExp; does: Does | null }[] = [
  { pattern: /^drop constraint\b/, does: null },
  { pattern: /^drop\b/, does: { breaks: true, work: 'quick' } },
  { pattern: /^rename\b/, does: { breaks: true, work: 'quick' } },
  { pattern: /^alter (?:column )?[\w$]+ (?:set data )?type\b/, does: { breaks: true, work: 'rewrite' } },
  { pattern: /^alter (?:column )?[\w$]+ set not null\b/, does: { breaks: true, work: 'scan' } },
  // Code from before reads no null there.
  { pattern: /^alter (?:column )?[\w$]+ drop not null\b/, does: { breaks: true, work: 'quick' } },
  {
    pattern: /^alter (?:column )?[\w$]+ (?:(?:set|drop) default|set (?:statistics|storage|compression))\b/,
    does: null,
  },
  {
    pattern: /^(?:(?:en|dis)able (?:always |replica )?(?:trigger|rule|row level security)|(?:re)?set \()/,
    does: null,
  },
  // Others read and write meanwhile.
  { pattern: /^validate constraint\b/, does: null },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:check|foreign key|not null)\b[^]*\bnot valid\b/,
    does: null,
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:unique|primary key)\b[^]*\busing index\b/,
    does: { breaks: true, work: 'quick' },
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:check|foreign key|not null)\b/,
    does: { breaks: true, work: 'scan' },
  },
  {
    pattern: /^add (?:constraint [\w$]+ )?(?:unique|primary key|exclude)\b/,
    does: { breaks: true, work: 'index' },
  },
]

function readActions(table: string, text: string): Effect[] {
  const found = splitAtCommas(text).flatMap((action): (Does | null)[] => {
    const known = actions.find(({ pattern }) => pattern.test(action))
    if (known) return known.does ? [known.does] : []
    return /^add\b/.test(action) ? columnEffects(action) : [null]
  })
  // All that is looked at is looked at in one go.
  const scans = found.filter((does) => does?.work === 'scan')
  const one = scans.find((does) => does?.breaks) ?? scans[0]
  return found
    .filter((does) => does?.work !== 'scan' || does === one)
    .map((does) => (does ? { table, ...does } : { isUnknown: true }))
}

/** What a new column does. One whose rows are not all alike is written into each; what it must be is looked at in each. */
function columnEffects(action: string): Does[] {
  let own = action
  for (let before = ''; before !== own;) {
    before = own
    own = own.replaceAll(/\([^()]*\)/g, '')
  }
  const isFilled = /\bdefault\b|\bgenerated\b/.test(own)
  const differs =
    /\bdefault (?:new_id|gen_random_uuid|uuidv7|random|clock_timestamp|nextval)\b|\bgenerated\b[^]*\b(?:stored|identity)\b|\b(?:big|small)?serial\b/.test(
      own,
    )
  return [
    ...(/\bnot null\b|\bprimary key\b/.test(own) && !isFilled
      ? [{ breaks: true, work: 'quick' } as const]
      : []),
    ...(differs ? [{ breaks: false, work: 'rewrite' } as const] : []),
    ...(/\bunique\b|\bprimary key\b/.test(own) ? [{ breaks: false, work: 'index' } as const] : []),
    ...(/\bcheck\b/.test(own) ? [{ breaks: false, work: 'scan' } as const] : []),
  ]
}
