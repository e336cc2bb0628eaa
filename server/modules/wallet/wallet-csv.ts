import { Readable } from 'node:stream'
import type { StatementPage } from '#contracts/wallet.schemas.ts'
import { csvLine } from '#server/platform/csv-line.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { statementEntries, type StatementFilter } from './wallet-statement.ts'

const columns = ['at', 'kind', 'crels', 'balance', 'campaign', 'brand', 'transaction']

type Entries = Pick<StatementPage, 'items' | 'nextCursor'>

/** Entries per query: the file is streamed, so memory does not grow with the statement. */
const batch = 500

/**
 * Streams a whole statement as a CSV file (RFC 4180), newest first. Reads the first page before the answer begins, so
 * that an error of `statementEntries` is answered with its status.
 */
export async function walletCsv(
  db: Db,
  actor: Pick<MemberActor, 'party'>,
  filter: StatementFilter,
): Promise<Readable> {
  const page = async (cursor?: string) =>
    await statementEntries(db, actor, { ...filter, limit: batch, cursor })
  return Readable.from(lines(await page(), page))
}

async function* lines(first: Entries, next: (cursor: string) => Promise<Entries>) {
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
