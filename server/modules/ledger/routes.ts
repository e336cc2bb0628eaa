import * as wallet from '#contracts/wallet.endpoints.ts'
import { asksForCsv } from '#server/platform/http/asks-for-csv.ts'
import { bind, type Route, type Context } from '#server/platform/http/bind.ts'
import { balances } from './ledger-queries.ts'
import { walletCsv } from './wallet-csv.ts'
import { walletStatement, type AboutEntries } from './wallet-statement.ts'

/** The member's wallet and its statement; `about` says what entries were for, the ledger does not know. */
export function walletRoutes({ about }: { about: AboutEntries }): Route[] {
  return [
    bind(wallet.getWallet, async ({ db, actor }) => {
      const { available, pending, held, debt } = await balances(db, actor.subject)
      return { available, pending, held, debt }
    }),
    bind(wallet.getStatement, (ctx) => {
      ctx.reply.header('vary', 'accept')
      return asksForCsv(ctx.request.headers.accept)
        ? sendCsv(ctx, about)
        : walletStatement(ctx.db, ctx.actor, ctx.query, about)
    }),
  ]
}

async function sendCsv(
  { db, actor, query, reply }: Context<typeof wallet.getStatement>,
  about: AboutEntries,
): Promise<never> {
  const { limit: _limit, cursor: _cursor, ...filter } = query
  const csv = await walletCsv(db, actor, filter, about)
  reply.type('text/csv; charset=utf-8')
  reply.header('content-disposition', `attachment; filename="crels-${query.account}.csv"`)
  return reply.send(csv) as never
}
