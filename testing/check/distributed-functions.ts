import type pg from 'pg'

/** A spread table that a statement names, and how it is called there. */
interface Named {
  table: string
  alias: string
  by: string
  isWritten: boolean
}

/**
 * What an engine that spreads tables (Citus) would refuse of the functions that the application may call, and of those
 * that they call: locks of rows that may be on several servers, joins of them, and writes within a `with`. Of a function
 * that asks `ledger_in_legs()` only what is done in legs is looked at. It goes by the text, statement by statement.
 */
export async function writerFaults(client: pg.Client, column: Map<string, string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; source: string; isOpen: boolean }>(
    `select p.proname as name, p.prosrc as source, has_function_privilege('crels_app', p.oid, 'execute') as "isOpen"
     from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind = 'f'
       and p.prorettype <> 'trigger'::regtype order by 1`,
  )
  const texts = new Map(rows.map(({ name, source }) => [name, inLegs(source)]))
  const called = new Set<string>()
  const call = (name: string) => {
    if (called.has(name)) return
    called.add(name)
    for (const [, next] of texts.get(name)!.matchAll(/\b([a-z_]+)\(/g)) if (texts.has(next!)) call(next!)
  }
  for (const { name, isOpen } of rows) if (isOpen) call(name)
  return [...called].sort().flatMap((name) => {
    const statements = statementsOf(texts.get(name)!)
    const isWriter = statements.some(
      (text) => locks.test(text) || namedIn(text, column).some(({ isWritten }) => isWritten),
    )
    return isWriter ? statements.flatMap((text) => statementFaults(name, text, column)) : []
  })
}

/** The text without comments, and without what is done where the ledger is not in legs. */
function inLegs(source: string): string {
  const text = source.replaceAll(/--.*$/gm, '')
  const branch = /\bif ledger_in_legs\(\) then\b([^]*?)(?:\belse\b[^]*?)?\bend if;/.exec(text)
  if (!branch) return text
  const before = text.slice(0, branch.index) + branch[1]!
  return /\breturn\b[^;]*;\s*$/.test(branch[1]!)
    ? before
    : before + text.slice(branch.index + branch[0].length)
}

/** Statements of PL/pgSQL, which has these words at the end of a line. */
const statementsOf = (text: string) => text.split(/;|\b(?:loop|then|else|begin|declare)[ \t]*\n/)

const locks = /\bfor\s+(?:no\s+key\s+update|update|share|key\s+share)\b/i
const writesWithin =
  /(?:\bwith|,)\s+(?:recursive\s+)?[a-z_]+\s+as\s+(?:(?:not\s+)?materialized\s+)?\(\s*(?:update|insert|delete|merge)\b/i

function statementFaults(name: string, text: string, column: Map<string, string>): string[] {
  const named = namedIn(text, column)
  if (named.length === 0) return []
  const places = placesOf(named, text)
  const read = named.filter(({ isWritten }) => !isWritten)
  const tables = (of: Named[]) => [...new Set(of.map(({ table }) => table))].join(', ')
  const loose = named.filter((each) => !places.get(each)!.isPinned)
  const [first, ...others] = read.map((each) => places.get(each)!.place)
  return [
    ...(locks.test(text) && loose.length > 0
      ? [`${name} locks ${tables(loose)} without ${loose[0]!.by}: the rows may be on several servers`]
      : []),
    ...(others.some((place) => place !== first)
      ? [`${name} joins ${tables(read)} not by what they are spread by`]
      : []),
    ...(writesWithin.test(text) ? [`${name} writes within a with, beside ${tables(named)}`] : []),
  ]
}

const noAlias = /^(?:where|on|join|left|cross|inner|using|set|order|group|limit|for|values|union|select|do)$/i

function namedIn(text: string, column: Map<string, string>): Named[] {
  const found = text.matchAll(
    /\b(from|join|into|update|,)\s+(?:only\s+)?(?:public\.)?([a-z_]+)\b(?:\s+(?:as\s+)?([a-z_]+))?/gi,
  )
  return [...found].flatMap(([, word, table, alias]) => {
    const by = column.get(table!)
    if (!by) return []
    return [
      {
        table: table!,
        by,
        alias: alias && !noAlias.test(alias) ? alias : table!,
        isWritten: /^(?:into|update)$/i.test(word!) || isDeleted(text, table!),
      },
    ]
  })
}

const isDeleted = (text: string, table: string) =>
  new RegExp(String.raw`\bdelete\s+from\s+(?:public\.)?${table}\b`, 'i').test(text)

/** Rows of tables with one place are on one server for each value of it; pinned are those that a given value has. */
function placesOf(named: Named[], text: string): Map<Named, { place: string; isPinned: boolean }> {
  const places = new Map(named.map((each) => [each, { place: `${each.alias} ${each.by}`, isPinned: false }]))
  const join = (from: string, to: { place: string; isPinned: boolean }) => {
    const isPinned =
      to.isPinned || [...places.values()].some(({ place, ...of }) => place === from && of.isPinned)
    for (const [each, { place }] of places)
      if (place === from || place === to.place) places.set(each, { place: to.place, isPinned })
  }
  for (const [, left, right] of text.matchAll(
    /([a-z_][a-z_.]*|'[^']*')\s*=\s*(?!any\b)([a-z_][a-z_.]*|'[^']*')/gi,
  ))
    for (const [side, other] of [
      [left!, right!],
      [right!, left!],
    ] as const) {
      const own = named.find((each) => isColumn(side, each, named))
      if (!own) continue
      const beside = named.find((each) => other.startsWith(`${each.alias}.`))
      if (!beside) join(places.get(own)!.place, { place: `${own.by} is ${other}`, isPinned: true })
      else if (isColumn(other, beside, named) && beside.by === own.by)
        join(places.get(own)!.place, places.get(beside)!)
    }
  return places
}

/** Whether an expression is what the table is spread by; a bare column is, where no other table is named. */
const isColumn = (expression: string, { alias, by }: Named, named: Named[]) =>
  expression === `${alias}.${by}` || (named.length === 1 && expression === by)
