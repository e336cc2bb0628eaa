import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Writes down that a member was seen under a visitor hash (16 bytes in hexadecimal) today. */
export async function insertMemberVisitor(db: Db, uid: string, visitor: string): Promise<void> {
  await sql`
    insert into member_visitor (uid, visitor, seen_on) values (${uid}, decode(${visitor}, 'hex'), crels_now()::date)
    on conflict do nothing`.execute(db)
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
