import { sql } from 'kysely'
import { createTrackingLink } from '#server/modules/shortlinks/public.ts'
import type { Db } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'

/** Makes tracking links without a member behind them; answers their codes. */
export async function makeLinks(db: Db, count: number): Promise<string[]> {
  return await db.transaction().execute(async (tx) => {
    const codes: string[] = []
    for (let made = 0; made < count; made += 1) {
      const link = await createTrackingLink(tx, {
        ownerUid: newId('member'),
        enrolmentId: newId('enrolment'),
        campaignId: newId('campaign'),
        destinationUrl: 'https://brand.example/shop',
      })
      codes.push(link.code)
    }
    return codes
  })
}

/** So many links by one statement, with the codes `bench-0` and on. */
export async function fillLinks(db: Db, count: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into link (id, code, kind, owner_uid, destination_url)
      select 'lnk_' || replace(uuidv7()::text, '-', ''), 'bench-' || n, 'own', 'usr_bench', 'https://brand.example/shop'
      from generate_series(0, ${sql.lit(count - 1)}) n`.execute(tx)
  })
  await sql`analyze link`.execute(db)
}
