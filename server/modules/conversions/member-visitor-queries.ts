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
