import { sql } from 'kysely'
import { lostBrandKeys } from './modules/brands/public.ts'
import { lostAuthenticators, lostOutsideSessions } from './modules/identity/public.ts'
import { notifyMembers } from './modules/notifications/public.ts'
import { lostMemberKeys, lostOperatorApps } from './modules/operators/public.ts'
import { lostDestinations } from './modules/redemptions/public.ts'
import { lostShopSeals } from './modules/shop/public.ts'
import { lostTaxForms } from './modules/tax/public.ts'
import { lostWebhookSecrets } from './modules/webhooks/public.ts'
import type { Tx } from './platform/database.ts'
import { lostJobs, type LostSeals } from './platform/lost-seals.ts'
import { activeKeyId } from './platform/secret-key-queries.ts'

/**
 * What becomes of all that is sealed once the SECRET is lost (docs/decisions/130-a-lost-secret-ends-what-it-sealed.md).
 * Money and orders come last: each of their acts has an entry of its own in the log.
 */
export const lostSeals: LostSeals[] = [
  lostJobs,
  notifying(lostAuthenticators),
  lostOutsideSessions,
  lostOperatorApps,
  lostMemberKeys,
  lostBrandKeys,
  lostWebhookSecrets,
  notifying(lostTaxForms),
  lostShopSeals,
  notifying(lostDestinations),
]

/** The same, whose members are notified what to do anew: once, however often it is run. */
function notifying({ purposes, end }: LostSeals): LostSeals {
  return {
    purposes,
    end: async (tx) => {
      const ended = await end(tx)
      for (const { notifies } of ended)
        if (notifies) {
          const facts = { what: notifies.what, since: (await activeKeyId(tx))! }
          await notifyMembers(tx, await membersAmong(tx, notifies.uids), { kind: 'seal_lost', facts })
        }
      return ended
    },
  }
}

async function membersAmong(tx: Tx, uids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ uid: string }>`
    select uid from member where uid = any (${[...uids]}) and state <> 'deleted' order by uid`.execute(tx)
  return rows.map(({ uid }) => uid)
}
