import { sql } from 'kysely'
import { isOwnAccount } from '#rules/own-account.ts'
import type { Db } from '#server/platform/database.ts'
import { keepsPlan } from '#server/platform/prepared-statements.ts'
import { lasting } from './brand-key-queries.ts'

/**
 * Whether a member is an operator who made a key of the brand that works: who makes it has seen it, so that what the brand
 * says of this member may be the member's own word.
 */
export async function isKeyMaker(
  db: Db,
  { brandId, uid }: { brandId: string; uid: string },
): Promise<boolean> {
  const { rows } = await sql<{ name: string; address: string; email: string; shortId: string }>`
    select o.name, o.email as address, m.email, m.short_id as "shortId"
    from brand_key k join operator o on o.id = k.made_by join member m on m.uid = ${uid}
    where k.brand_id = ${brandId} and ${lasting} ${keepsPlan}`.execute(db)
  return rows.some(({ name, address, ...known }) => isOwnAccount([name, address], { uid, ...known }))
}
