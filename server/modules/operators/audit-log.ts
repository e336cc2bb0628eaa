import { sql, type RawBuilder } from 'kysely'
import { maySeeReason, type OperatorAct } from '#rules/operator-permissions.ts'
import type { Db } from '#server/platform/database.ts'
import { siteZone } from '#server/platform/site-zone.ts'
import type { Secret } from '#server/platform/secret.ts'
import { inWholeDays } from '#server/platform/whole-days.ts'
import { openerOf, type PersonalValues } from './member-values.ts'
import type { PersonActor } from './operate.ts'

/** An entry of the log as it is read. */
export interface AuditEntry {
  seq: number
  id: string
  at: Date
  /** The operator's name, or what acted by itself. */
  by: string
  /** Null for what is no operator. */
  operatorId: string | null
  via: 'console' | 'api key' | 'command' | 'job' | 'database'
  action: string
  target: string
  before: unknown
  after: unknown
  reason: string | null
  requestId: string | null
  /** The uid of whom it was done to; `erased` once they have left, null for an act on no member. */
  member: string | null
  /**
   * The values of that member; `sealed` to a reader without the keys, `confidential` to one who may not do the act, where
   * it is one of those (`maySeeReason`); null where there are none.
   */
  personal: PersonalValues | 'sealed' | 'erased' | 'confidential' | null
}

export interface AuditFilters {
  /** Whole days in `zone`, the last one included. */
  from?: string | undefined
  to?: string | undefined
  /** A name of the IANA database; the site's without one. */
  zone?: string | undefined
  via?: AuditEntry['via'] | undefined
  requestId?: string | undefined
  operatorId?: string | undefined
  action?: string | undefined
  /** The id of what was acted on, or the uid of a member. */
  target?: string | undefined
  /** Whether members are named, as they are unless it says not: else they are `member`, and none is found by their uid. */
  isNamed?: boolean | undefined
}

export interface AuditQuery extends AuditFilters {
  id?: string | undefined
  /** Only those before this one. */
  beforeSeq?: number | undefined
  limit: number
}

/** What entries, `audit_entry e`, are chosen by. */
export function chosenEntries({
  from,
  to,
  zone = siteZone(),
  via,
  requestId,
  operatorId,
  action,
  target,
  isNamed = true,
}: AuditFilters): RawBuilder<unknown> {
  const member = isNamed ? sql`select id from audit_member_key where uid = ${target}` : sql`null`
  const conditions = [
    sql`e.seq is not null`,
    ...inWholeDays(sql`e.at`, { from, to }, zone),
    via !== undefined && sql`e.via = ${via}`,
    requestId !== undefined && sql`e.request_id = ${requestId}`,
    operatorId !== undefined && sql`e.operator_id = ${operatorId}`,
    action !== undefined && sql`e.action = ${action}`,
    target !== undefined && sql`(e.target = ${target} or e.member_key = (${member}))`,
  ].filter((condition) => condition !== false)
  return sql.join(conditions, sql` and `)
}

/** Who reads the log, with what opens the values of members. */
export interface LogReader {
  reader: Parameters<typeof maySeeReason>[0]
  secret: Pick<Secret, 'open'>
}

/** The entries of the log, the newest first; for a reader with the keys, values of members in clear. */
export async function listAuditEntries(
  db: Db,
  { id, beforeSeq, limit, ...filters }: AuditQuery,
  by?: LogReader,
): Promise<AuditEntry[]> {
  const { rows } = await sql<
    Omit<AuditEntry, 'personal'> & { memberKey: string | null; sealed: string | null }
  >`
    select e.seq::float8 as seq, e.id, e.at, coalesce(o.name, e.source) as by, e.operator_id as "operatorId", e.via,
      e.action, case when e.target = e.member_key then coalesce(k.uid, 'erased') else e.target end as target,
      e.before, e.after, e.reason, e.request_id as "requestId", e.member_key as "memberKey", e.sealed,
      case when e.member_key is not null then coalesce(k.uid, 'erased') end as member
    from audit_entry e left join operator o on o.id = e.operator_id
      left join audit_member_key k on k.id = e.member_key
    where e.seq < ${beforeSeq ?? Number.MAX_SAFE_INTEGER} and ${id === undefined ? sql`true` : sql`e.id = ${id}`}
      and ${chosenEntries(filters)}
    order by e.seq desc limit ${limit}`.execute(db)
  const keys = rows.flatMap(({ memberKey, sealed }) => (memberKey && sealed ? [memberKey] : []))
  const open = by && (await openerOf(db, by.secret, keys))
  return rows.map(({ memberKey, sealed, ...entry }) => {
    const opened = memberKey && sealed ? (open?.({ id: entry.id, memberKey, sealed }) ?? unread(entry)) : null
    const isKept =
      by && opened !== null && typeof opened === 'object' && !maySeeReason(by.reader, entry.action)
    const personal = isKept ? 'confidential' : opened
    return { ...((filters.isNamed ?? true) ? entry : unnamed(entry)), personal }
  })
}

/** An entry as who may not read of members is shown it. */
function unnamed<E extends Pick<AuditEntry, 'action' | 'target' | 'member' | 'after'>>(entry: E): E {
  const { action, target, member } = entry
  const after = action === 'list.export' ? withoutUid(entry.after) : entry.after
  if (member === null || member === 'erased') return { ...entry, after }
  return { ...entry, after, member: null, target: target === member ? 'member' : target }
}

/** Filters of a file that an older version wrote into the log with the uid they had. */
function withoutUid(after: unknown): unknown {
  const { filters } = after as { filters: Record<string, string> }
  return {
    filters: Object.fromEntries(Object.entries(filters).filter(([name]) => !/^(?:uid|target)$/.test(name))),
  }
}

/** What a reader without the keys is shown. */
function unread({ member }: Pick<AuditEntry, 'member'>): 'sealed' | 'erased' {
  return member === 'erased' ? 'erased' : 'sealed'
}

/** How a person did an act that named this in what it made; null where there is no such entry. */
export async function viaOfAct(
  db: Db,
  { action, target, after }: { action: OperatorAct; target: string; after: object },
): Promise<PersonActor['via'] | null> {
  const { rows } = await sql<{ via: PersonActor['via'] }>`
    select via from audit_entry
    where action = ${action} and target = ${target} and after @> ${JSON.stringify(after)}::jsonb
      and operator_id is not null order by id limit 1`.execute(db)
  return rows[0]?.via ?? null
}

/** A row of an audited table that an entry changed. */
export interface AuditChange {
  table: string
  key: unknown
  before: unknown
  after: unknown
}

/** What an entry changed in audited tables, row by row: the first 1,000 of `changeCount`. */
export async function changesOfEntry(
  db: Db,
  entryId: string,
): Promise<{ changes: AuditChange[]; changeCount: number }> {
  // Lines are counted from 1: the last one is how many there are.
  const { rows: lines } = await sql<{ last: number | null }>`
    select max(line) as last from audit_change where entry_id = ${entryId}`.execute(db)
  const { rows } = await sql<AuditChange>`
    select table_name as "table", row_key as key, before, after
    from audit_change where entry_id = ${entryId} order by line limit 1000`.execute(db)
  return { changes: rows, changeCount: lines[0]?.last ?? 0 }
}

/** A row of an audited table as it was at a time. */
export interface RowVersion<Row> {
  at: Date
  by: string
  reason: string | null
  row: Row
}

/**
 * What a row of an audited table was after each change that gave it another `revision`, the newest first; that of this
 * transaction too.
 */
export async function versionsOfRow<Row>(
  db: Db,
  { table, key, limit }: { table: string; key: Record<string, string>; limit: number },
): Promise<RowVersion<Row>[]> {
  const { rows } = await sql<RowVersion<Row>>`
    select e.at, coalesce(o.name, e.source) as by, e.reason, c.after as row
    from audit_change c join audit_entry e on e.id = c.entry_id left join operator o on o.id = e.operator_id
    where c.table_name = ${table} and c.row_key = ${JSON.stringify(key)}::jsonb and c.after is not null
      and c.before ->> 'revision' is distinct from c.after ->> 'revision'
    order by e.id desc, c.line desc limit ${limit}`.execute(db)
  return rows
}

/** What an audit of the log found. */
export interface AuditCheck {
  entries: number
  /** The hash of the last entry, in hexadecimal: kept elsewhere, it proves that no entry before it changed since. */
  head: string
  /** Where the chain does not hold; empty where it does. */
  breaks: { seq: number; is: string }[]
  /** Rows of audited tables that are other than the log says; `logged` or `stored` is null where one lacks it. */
  differences: { table: string; logged: unknown; stored: unknown }[]
}

/** Walks the whole chain, and compares the audited tables with what the log makes of them. */
export async function checkAuditLog(db: Db): Promise<AuditCheck> {
  const head = await sql<{ entries: number; head: string }>`
    select seq::float8 as entries, encode(hash, 'hex') as head from audit_head`.execute(db)
  const breaks = await sql<AuditCheck['breaks'][number]>`
    select seq::float8 as seq, "is" from audit_breaks()`.execute(db)
  const differences = await sql<AuditCheck['differences'][number]>`
    select table_name as "table", logged, stored from audit_differences()`.execute(db)
  return { ...head.rows[0]!, breaks: breaks.rows, differences: differences.rows }
}

/** The hash of an entry by its number, in hexadecimal digits, which says all up to it; null where there is none. */
export async function hashOfEntry(db: Db, seq: number): Promise<string | null> {
  const { rows } = await sql<{ hash: string }>`
    select encode(hash, 'hex') as hash from audit_entry where seq = ${seq}`.execute(db)
  return rows[0]?.hash ?? null
}
