import { getStatement, getWallet } from '#contracts/wallet.ts'
import { bind, type Bound } from '#server/platform/http/bind.ts'
import { problem } from '#server/platform/http/problems.ts'
import { isLedgerError } from './ledger-error.ts'
import { balances } from './ledger-queries.ts'
import { walletCsv } from './wallet-csv.ts'
import { walletStatement, type AboutEntries } from './wallet-statement.ts'

/** The member's wallet and its statement; `about` says what entries were for, the ledger does not know. */
export function walletRoutes({ about }: { about: AboutEntries }): Bound[] {
  return [
    bind(getWallet, async ({ db, actor }) => {
      const { available, pending, held, debt } = await balances(db, actor.subject)
      return { available, pending, held, debt }
    }),
    bind(getStatement, async ({ db, actor, query, request, reply }) => {
      const page = { ...query, subject: actor.subject }
      reply.header('vary', 'accept')
      if (asksForCsv(request.headers.accept)) {
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="crels-${query.account}.csv"`)
        return reply.send(walletCsv(db, page, about)) as never
      }
      try {
        return await walletStatement(db, page, about)
      } catch (error) {
        if (!isLedgerError(error, 'invalid_cursor')) throw error
        const issue = {
          path: 'query.cursor',
          code: 'invalid_cursor',
          message: 'This cursor is not of this list',
        }
        throw problem('validation_failed', { cause: error, members: { issues: [issue] } })
      }
    }),
  ]
}

/** Whether a caller would rather have a file than JSON: it names the type. */
function asksForCsv(accept = ''): boolean {
  return accept.split(',').some((range) => /^\s*text\/csv\s*(;(?!\s*q=0(\.0*)?\s*$)|$)/i.test(range))
}
