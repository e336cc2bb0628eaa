import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { DayVisitor } from '#server/modules/clicks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { isOutage } from '#server/platform/outage.ts'
import { sql } from 'kysely'

export interface VisitorDeps {
  db: Db
  log: Logger
  /** The visitor of a request (server/modules/clicks); null where its address says nothing. */
  visitorOf(request: FastifyRequest): DayVisitor | null
}

/** Members and devices remembered in memory, so that each is written once: about 6 MB at most. */
const remembered = 50_000

/**
 * Keeps under which visitor hashes members use the product, so that a conversion of a click from one's own device is
 * recognised (`self_conversion`), and from which addresses, so that a share is not paid for a second device beside it. A
 * visitor is of one day, one address and one browser; both are hashes of that day, and no address is kept. The request
 * does not wait for the write; one that fails is repeated at the next request.
 */
export function recordMemberVisitors({ db, log, visitorOf }: VisitorDeps) {
  const seen = new Set<string>()
  return ({ uid }: { uid: string }, request: FastifyRequest): void => {
    const visitor = visitorOf(request)
    if (visitor === null) return
    const key = `${uid} ${visitor.visitor}`
    if (seen.has(key)) return
    if (seen.size >= remembered) seen.clear()
    seen.add(key)
    insertMemberVisitor(db, uid, visitor).catch((error: unknown) => {
      seen.delete(key)
      if (!isOutage(error)) log.warn({ err: error }, 'member visitor')
    })
  }
}

/** Writes down that a member was seen as a visitor today, and from which address where an older version knew none. */
export async function insertMemberVisitor(
  db: Db,
  uid: string,
  { visitor, address }: DayVisitor,
): Promise<void> {
  await sql`
    insert into member_visitor as v (uid, visitor, seen_on, address)
    values (${uid}, decode(${visitor}, 'hex'), crels_now()::date, decode(${address}, 'hex'))
    on conflict (uid, visitor) do update set address = excluded.address where v.address is null`.execute(db)
}

/** Deletes what is older than any report may be (90 days), and answers how many. */
export async function forgetVisitors(db: Db): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from member_visitor where seen_on < crels_now()::date - 90`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Whether two members were seen under one visitor hash: the same browser in the same network on the same day. */
export async function shareDevice(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`
    select from member_visitor a join member_visitor b on b.uid = ${other} and b.visitor = a.visitor
    where a.uid = ${one} limit 1`.execute(db)
  return rows.length > 0
}

/** Under which visitor hashes (in hexadecimal) a member used the product since `since`: their own devices. */
export async function visitorsOfMember(db: Db, uid: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ visitor: string }>`
    select distinct encode(visitor, 'hex') as visitor from member_visitor
    where uid = ${uid} and seen_on >= (${since}::timestamptz at time zone 'UTC')::date - 1`.execute(db)
  return rows.map(({ visitor }) => visitor)
}

/** From which addresses, hashes of a day in hexadecimal: a household or an office has one in common. */
export async function addressesOfMember(db: Db, uid: string, since: Date): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct encode(address, 'hex') as address from member_visitor
    where uid = ${uid} and seen_on >= (${since}::timestamptz at time zone 'UTC')::date - 1
      and address is not null`.execute(db)
  return rows.map(({ address }) => address)
}
