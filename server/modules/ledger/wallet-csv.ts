import { Readable } from 'node:stream'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { walletStatement, type AboutEntries, type WalletQuery } from './wallet-statement.ts'

const columns = ['at', 'kind', 'crels', 'balance', 'campaign', 'brand', 'transaction']

/** Entries read at once while the file is written: memory stays the same however long the statement is. */
const batch = 500

/** A whole statement as a CSV file (RFC 4180), newest first, written while it is read. */
export function walletCsv(
  db: Db,
  actor: Pick<MemberActor, 'subject'>,
  account: WalletQuery['account'],
  about: AboutEntries,
): Readable {
  return Readable.from(lines(db, actor, account, about))
}

async function* lines(...[db, actor, account, about]: Parameters<typeof walletCsv>) {
  yield csvLine(columns)
  let cursor: string | undefined
  do {
    const page = await walletStatement(db, actor, { account, limit: batch, cursor }, about)
    const text = page.items.map((entry) =>
      csvLine([
        entry.at,
        entry.kind,
        entry.crels,
        entry.balanceAfter,
        entry.about?.campaignTitle ?? '',
        entry.about?.brandName ?? '',
        entry.transactionId,
      ]),
    )
    yield text.join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}
