import * as z from 'zod/mini'
import * as contract from '#contracts/operator-mail.endpoints.ts'
import type { SuppressedAddressView, SuppressedQuery } from '#contracts/operator-mail.schemas.ts'
import type { Page } from '#contracts/paging.ts'
import { time } from '#contracts/shapes.ts'
import { membersByEmail } from '#server/modules/accounts/public.ts'
import type { Db } from '#server/platform/database.ts'
import { answer, bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { listSuppressed } from '#server/platform/mail/address-trouble.ts'
import type { Secret } from '#server/platform/secret.ts'
import { liftAddressOnce } from './lift-address.ts'

/** Where a page begins: an address itself may be longer than a cursor. */
const place = z.tuple([time.check(z.startsWith('2')), z.string().check(z.regex(/^[0-9a-f]{32}$/))])

/** The endpoints of contracts/operator-mail.endpoints.ts. */
export function suppressedRoutes({ secret }: { secret: Secret }): Route[] {
  return [
    bind(contract.listSuppressedAddresses, ({ db, query }) => suppressedAddresses(db, query)),
    bind(contract.liftAddress, async ({ transaction, actor, body }) => {
      await transaction(async (tx) => await liftAddressOnce(tx, actor, { ...body, secret }))
      return answer(204, null)
    }),
  ]
}

async function suppressedAddresses(
  db: Db,
  { limit, cursor, reason, q }: SuppressedQuery,
): Promise<Page<SuppressedAddressView>> {
  const before = cursor === undefined ? undefined : decodeCursor(place, cursor)
  const rows = await listSuppressed(db, { limit: limit + 1, before, reason, part: q })
  const page = pageOf(rows, limit, ({ sinceText, key }) => [sinceText, key])
  const members = await membersByEmail(
    db,
    page.items.map(({ address }) => address),
  )
  return {
    ...page,
    items: page.items.map(({ address, reason: why, detail, since }) => ({
      address,
      reason: why,
      detail,
      since: since.toISOString(),
      members: members.get(address) ?? [],
    })),
  }
}
