import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { openUnlessLost } from '#server/platform/secret.ts'
import { mailboxFingerprintOf, openDetails } from './destination-secret.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

/**
 * Keeps of each destination with an e-mail address, where it is not kept yet, whose mailbox that is: of those from before
 * migration 0104, and of what a process of that version adds beside this one. Where no key opens it, the address as it was
 * typed stays. Answers how many there were.
 */
export async function findMailboxes(
  db: Db,
  { secret }: Pick<RedemptionDeps, 'secret'>,
  { batch = 500 }: { batch?: number } = {},
): Promise<number> {
  for (let found = 0; ;) {
    const { rows } = await sql<{ id: string; details: string; fingerprint: Buffer }>`
      select id, details, fingerprint from payout_destination
      where mailbox is null and details is not null and kind in ('paypal', 'gift_card')
      order by id limit ${batch}`.execute(db)
    const kept = rows.map((row) => {
      const details = openUnlessLost(() => openDetails(secret, row))
      return { id: row.id, mailbox: (details && mailboxFingerprintOf(secret, details)) ?? row.fingerprint }
    })
    await sql`
      update payout_destination d set mailbox = decode(k.mailbox, 'hex')
      from unnest(${kept.map(({ id }) => id)}::text[], ${kept.map(({ mailbox }) => mailbox.toString('hex'))}::text[])
        as k (id, mailbox)
      where d.id = k.id and d.mailbox is null`.execute(db)
    found += rows.length
    if (rows.length < batch) return found
  }
}
