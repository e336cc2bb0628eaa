import { actionEffects } from './alter-table-effects.ts'
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
 * Reads a migration or a file of functions. `made` are tables and indexes that earlier pending ones make: nothing is in
 * them and nothing uses them. Of functions the text is not read (decision 053): what a function, an index, a schema or a
 * role is called that something goes of is named as its table.
 */
export function migrationEffects(sql: string, made: ReadonlySet<string> = new Set()): MigrationEffects {
  const needs = /^-- Needs: (\d+\.\d+\.\d+)$/m.exec(sql)?.[1] ?? null
  const fresh = new Set([...made, ...madeBy(sql)])
  const alone = validatedAlone(sql)
  const found = statementsOf(sql)
    .flatMap(read)
    .filter((one) => !('table' in one && alone.has(one.table) && validates.test(one.statement)))
  return {
    effects: found.flatMap((one) => ('table' in one && !fresh.has(one.table) ? [one] : [])),
    unknown: [...new Set(found.flatMap((one) => ('isUnknown' in one ? [one.statement] : [])))],
    needs,
  }
}

/**
 * Tables that a file alters by nothing but one `validate constraint`, beside which others read and write. After another
 * statement its lock is kept while all rows are looked at: a file is one transaction.
 */
function validatedAlone(sql: string): Set<string> {
  const altered = statementsOf(sql)
    .flatMap((one) => (/^do\b/.test(one.text) ? one.bodies.flatMap(statementsOfBody) : [one]))
    .flatMap(({ text }) => tableIn(alters.exec(text.replaceAll(/\s+/g, ' '))) ?? [])
  return new Set(altered.filter((table) => altered.indexOf(table) === altered.lastIndexOf(table)))
}

const validates = /^alter table (?:if exists )?(?:only )?[\w$.]+ validate constraint [^,]*$/

/** The tables and indexes that a migration makes, and `function` before the names of functions. */
export function madeBy(sql: string): string[] {
  return statementsOf(sql).flatMap(({ text }) => {
    const relation = tableIn(makesRelation.exec(text))
    const routine = tableIn(makesRoutine.exec(text))
    return [...(relation ? [relation] : []), ...(routine ? [`function ${routine}`] : [])]
  })
}

type Does = Pick<MigrationEffect, 'breaks' | 'work'>
type Effect = (Does & Pick<MigrationEffect, 'table'>) | { isUnknown: true }

const name = String.raw`(?:(?<schema>[a-z_][\w$]*)\.)?(?<table>[a-z_][\w$]*)`
const tableIn = (found: RegExpExecArray | null) => {
  if (!found?.groups?.table) return null
  const { schema, table } = found.groups
  return schema === undefined || schema === 'public' ? table! : `${schema}.${table!}`
}

const alters = new RegExp(`^alter table (?:if exists )?(?:only )?${name}\\s+(?<actions>[^]*)$`)
const makesRelation = new RegExp(
  `^create (?:(?:(?:temp|temporary|unlogged) )?(?:table|materialized view)|(?:unique )?index(?: concurrently)?) (?:if not exists )?(?!on )${name}`,
)
const makesRoutine = new RegExp(`^create (?:or replace )?(?:function|procedure) ${name}`)

type Found = Effect & Pick<MigrationEffect, 'statement'>

function read({ text, bodies }: SqlStatement): Found[] {
  if (/^do\b/.test(text)) return bodies.flatMap((body) => statementsOfBody(body).flatMap(readInBody))
  const line = text.replaceAll(/\s+/g, ' ')
  const statement = line.slice(0, 80)
  return effectsOf(line).map((one) => ({ ...one, statement }))
}

/** Within a `do`. What is put together there is known by the text that it begins with. */
function readInBody(statement: SqlStatement): Found[] {
  const { text, strings } = statement
  if (/^execute (?:format\s*\(\s*)?''/.test(text)) return statementsOf(strings[0]!).flatMap(read)
  return harmlessInBody.test(text) ? [] : read(statement)
}

function effectsOf(text: string): Effect[] {
  const altered = alters.exec(text)
  if (altered) {
    const table = tableIn(altered)!
    return actionEffects(altered.groups!.actions!).map((does) =>
      does ? { table, ...does } : { isUnknown: true },
    )
  }
  // Several of them may be within one, and each changes rows.
  if (/^(?:with|for)\b/.test(text)) {
    const changes = [...text.matchAll(new RegExp(`(?<!\\bfor |\\bdo |\\bkey )\\b${changesRows}`, 'g'))]
    return changes.length > 0 ? changes.map((one) => rowsOf(tableIn(one)!)) : [{ isUnknown: true }]
  }
  if (/^revoke\b/.test(text)) return revoked(text)
  for (const { pattern, breaks, work } of kinds) {
    const table = tableIn(pattern.exec(text))
    if (table) return [{ table, breaks, work }]
  }
  return harmless.test(text) ? [] : [{ isUnknown: true }]
}

/**
 * A right that goes breaks who has it, but for what everybody may do with a new function: that is taken from `public` in
 * its own file, each time that is applied.
 */
function revoked(text: string): Effect[] {
  const of =
    /^revoke [^]*?\bon (?:(?<kind>table|function|procedure|sequence|schema|database|type) )?(?<names>(?!all )[^]*?) from (?<who>[^]*)$/.exec(
      text,
    )
  if (!of) return [{ isUnknown: true }]
  const { kind: what = 'table', names, who } = of.groups!
  const isOfRoutine = what === 'function' || what === 'procedure'
  return splitAtCommas(names!).map((one) => {
    const called = tableIn(new RegExp(`^${name}`).exec(one))
    if (!called) return { isUnknown: true }
    return taken(isOfRoutine && who!.trim() === 'public' ? `function ${called}` : called)
  })
}

const taken = (table: string): Effect => ({ table, breaks: true, work: 'quick' })
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
    `^drop (?:table|view|materialized view|function|type|procedure|schema|sequence|index) (?:concurrently )?(?:if exists )?${name}`,
    true,
    'quick',
  ),
  // What they did or refused, code from before may count on.
  kind(`^drop (?:trigger|policy|rule) (?:if exists )?[\\w$]+ on (?:only )?${name}`, true, 'quick'),
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
  /^(?:create (?:or replace )?(?:(?:temp|temporary|unlogged) )?(?:table|schema|sequence|type|domain|view|materialized view|function|procedure|trigger|constraint trigger|extension|policy)\b|insert into\b|comment on\b|grant\b|alter (?:default privileges|index|sequence)\b|alter type [\w$.]+ add value\b|set\b|reset\b|lock table\b|select (?:audit_table|pg_advisory_xact_lock|set_config)\s*\()/

const harmlessInBody =
  /^(?:end\b|raise\b|return\b|null$|exit\b|continue\b|get diagnostics\b|assert\b|[\w$.[\]]+ ?:?= |select\b[^]*\binto\b)/
