import { sql, type RawBuilder } from 'kysely'
import { isOwnAccount, type KnownAs } from '#rules/own-account.ts'
import type { Db } from '#server/platform/database.ts'
import { lasting } from './brand-key-queries.ts'

/** A member beside an operator who made a key of a brand that works, by all names of the operator. */
export interface KeyMaker extends KnownAs {
  names: string[]
}

/** A member beside each operator who made a key of a brand, as a part of a statement: to be asked by `isAmongMakers`. */
export function keyMakersOf({ brandId, uid }: { brandId: string; uid: string }): RawBuilder<KeyMaker[]> {
  return sql<KeyMaker[]>`coalesce((
    select jsonb_agg(jsonb_build_object('names', jsonb_build_array(o.name, o.email), 'uid', m.uid, 'email', m.email,
      'shortId', m.short_id, 'operatorEmails', m.operator_emails))
    from brand_key k join operator o on o.id = k.made_by join member m on m.uid = ${uid}
    where k.brand_id = ${brandId} and ${lasting}), '[]')`
}

/**
 * Whether the member is one of those operators: who makes a key has seen it, so that what the brand says of this member may
 * be the member's own word.
 */
export function isAmongMakers(makers: readonly KeyMaker[]): boolean {
  return makers.some(({ names, ...member }) => isOwnAccount(names, member))
}

/** The same of one claim. */
export async function isKeyMaker(db: Db, of: { brandId: string; uid: string }): Promise<boolean> {
  const { rows } = await sql<{ makers: KeyMaker[] }>`select ${keyMakersOf(of)} as makers`.execute(db)
  return isAmongMakers(rows[0]!.makers)
}
