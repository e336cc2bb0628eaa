import { Readable } from 'node:stream'
import type { StatementPage } from '#contracts/wallet.schemas.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { walletStatement, type AboutEntries, type StatementFilter } from './wallet-statement.ts'

const columns = ['at', 'kind', 'crels', 'balance', 'campaign', 'brand', 'transaction']

/** Entries read at once while the file is written: memory stays the same however long the statement is. */
const batch = 500

/**
 * A whole statement as a CSV file (RFC 4180), newest first, written while it is read. The first page is read before the
 * answer begins, so that what `walletStatement` refuses is refused with its status.
 */
export async function walletCsv(
  db: Db,
  actor: Pick<MemberActor, 'subject'>,
  filter: StatementFilter,
  about: AboutEntries,
): Promise<Readable> {
  const page = async (cursor?: string) =>
    await walletStatement(db, actor, { ...filter, limit: batch, cursor }, about)
  return Readable.from(lines(await page(), page))
}

async function* lines(first: StatementPage, next: (cursor: string) => Promise<StatementPage>) {
  yield csvLine(columns)
  let page = first
  while (true) {
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
    if (page.nextCursor === null) return
    page = await next(page.nextCursor)
  }
}
