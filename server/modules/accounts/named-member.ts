import { sql, type RawBuilder } from 'kysely'

/**
 * A member as rows of the console name them, from their row of `member`, which is gone once they are erased: the `uid` is
 * what the row says that they are named in.
 */
export function namedMember(
  uid: RawBuilder<unknown>,
  m: RawBuilder<unknown> = sql`m`,
): RawBuilder<{ uid: string; name: string | null; email: string | null }> {
  return sql`jsonb_build_object('uid', ${uid}, 'name', coalesce(${m}.full_name, ${m}.display_name), 'email', ${m}.email)`
}
