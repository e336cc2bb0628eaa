import type pg from 'pg'
import { writerFaults } from './distributed-functions.ts'

/**
 * How the ledger would be spread over servers (Citus): by which column each table, and which are copied to all of them.
 * What refers to one of these from elsewhere has to be here too.
 */
export const distribution: Record<string, { by: string } | 'copied'> = {
  asset: 'copied',
  account_code: 'copied',
  account: { by: 'party' },
  ledger_key: { by: 'idem' },
  txn: { by: 'party' },
  entry: { by: 'party' },
  hold: { by: 'party' },
  point_lot: { by: 'party' },
  lot_use: { by: 'party' },
  award: { by: 'party' },
  check_in: { by: 'party' },
}

type Distribution = typeof distribution

/**
 * What would be refused by an engine that spreads these tables: keys without the column, references between rows of
 * different places, identities that are no bigint, triggers that ask other servers, functions that lock, join or write
 * over several. A line each. A ledger that posts without legs has triggers that do so (testing/ledger-legs.ts).
 */
export async function distributionFaults(
  client: pg.Client,
  tables: Distribution = distribution,
): Promise<string[]> {
  const spread = Object.entries(tables).flatMap(([table, how]) =>
    how === 'copied' ? [] : [[table, how.by] as const],
  )
  const column = new Map(spread)
  return [
    ...(await columnFaults(client, spread)),
    ...(await keyFaults(client, column)),
    ...(await referenceFaults(client, tables, column)),
    ...(await triggerFaults(client, column)),
    ...(await writerFaults(client, column)),
  ]
}

async function columnFaults(
  client: pg.Client,
  spread: (readonly [table: string, by: string])[],
): Promise<string[]> {
  const { rows } = await client.query<{
    table: string
    name: string
    type: string
    isNull: boolean
    identity: string
  }>(
    `select c.relname as table, a.attname as name, a.atttypid::regtype::text as type, not a.attnotnull as "isNull",
       a.attidentity as identity
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)`,
    [spread.map(([table]) => table)],
  )
  return spread.flatMap(([table, by]) => {
    const own = rows.filter((row) => row.table === table)
    const found = own.find(({ name }) => name === by)
    return [
      ...(found ? [] : [`${table} has no column ${by} to be spread by`]),
      ...(found?.isNull ? [`${table}.${by} may be null`] : []),
      ...own
        .filter(({ identity, type }) => identity !== '' && type !== 'bigint')
        .map(({ name }) => `${table}.${name} is an identity and no bigint`),
    ]
  })
}

async function keyFaults(client: pg.Client, column: Map<string, string>): Promise<string[]> {
  const { rows } = await client.query<{ table: string; key: string; columns: string[] }>(
    `select c.relname as table, i.indexrelid::regclass::text as key,
       array(select a.attname::text from unnest(i.indkey[0:i.indnkeyatts - 1]) with ordinality k (n, at)
             join pg_attribute a on a.attrelid = c.oid and a.attnum = k.n order by k.at) as columns
     from pg_index i join pg_class c on c.oid = i.indrelid
     where (i.indisunique or i.indisexclusion) and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
     order by 1, 2`,
    [[...column.keys()]],
  )
  return rows
    .filter(({ table, columns }) => !columns.includes(column.get(table)!))
    .map(({ table, key, columns }) => `${key} (${columns.join(', ')}) lacks ${column.get(table)}`)
}

interface Reference {
  name: string
  from: string
  to: string
  fromColumns: string[]
  toColumns: string[]
}

async function referenceFaults(
  client: pg.Client,
  tables: Distribution,
  column: Map<string, string>,
): Promise<string[]> {
  const names = (table: string, key: string) =>
    `array(select a.attname::text from unnest(f.${key}) with ordinality k (n, at) join pg_attribute a
           on a.attrelid = f.${table} and a.attnum = k.n order by k.at)`
  const { rows } = await client.query<Reference>(
    `select f.conname as name, f.conrelid::regclass::text as from, f.confrelid::regclass::text as to,
       ${names('conrelid', 'conkey')} as "fromColumns", ${names('confrelid', 'confkey')} as "toColumns"
     from pg_constraint f where f.contype = 'f'
       and (f.conrelid::regclass::text = any ($1) or f.confrelid::regclass::text = any ($1)) order by 1`,
    [Object.keys(tables)],
  )
  return rows.flatMap(({ name, from, to, fromColumns, toColumns }) => {
    if (tables[to] === 'copied') return []
    if (!(to in tables)) return [`${name}: ${from} refers to ${to}, which is not spread`]
    if (!(from in tables)) return [`${name}: ${from} refers to ${to} and is not spread`]
    if (tables[from] === 'copied') return [`${name}: ${from} is copied and refers to ${to}`]
    return fromColumns.some((name, at) => name === column.get(from) && toColumns[at] === column.get(to))
      ? []
      : [`${name}: ${from} (${fromColumns.join(', ')}) may refer to a row of ${to} on another server`]
  })
}

/** A trigger stays on its server where each spread table that its function asks is asked by the column. */
async function triggerFaults(client: pg.Client, column: Map<string, string>): Promise<string[]> {
  const { rows } = await client.query<{ name: string; source: string; tables: string[] }>(
    `select p.proname as name, p.prosrc as source, array_agg(distinct c.relname::text) as tables
     from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
     where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
     group by p.oid, 1, 2 order by 1`,
    [[...column.keys()]],
  )
  return rows.flatMap(({ name, source, tables }) => {
    const asked = askedElsewhere(source, column)
    return asked.length === 0
      ? []
      : [`${name}, a trigger of ${tables.join(', ')}, asks ${asked.join(', ')} on other servers`]
  })
}

function askedElsewhere(source: string, column: Map<string, string>): string[] {
  const text = source.replaceAll(/--.*$/gm, '')
  const asked = [
    ...text.matchAll(
      /\b(?:from|join|into|update)\s+(?:only\s+)?(?:public\.)?([a-z_]+)(?:\s+(?:as\s+)?([a-z_]+))?/gi,
    ),
  ]
  return asked.flatMap(([, table, alias]) => {
    const by = column.get(table!)
    if (!by) return []
    const name =
      alias && !/^(?:where|on|join|left|using|set|order|group|limit)$/i.test(alias) ? alias : table!
    const isAsked = new RegExp(String.raw`\b${name}\.${by}\s*=|=\s*${name}\.${by}\b`, 'i').test(text)
    return isAsked ? [] : [table!]
  })
}
