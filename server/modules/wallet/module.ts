import * as wallet from '#contracts/wallet.endpoints.ts'
import { balances, balanceVersions } from '#server/modules/ledger/public.ts'
import { asksForCsv } from '#server/platform/http/asks-for-csv.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { walletExport } from './export-wallet.ts'
import { walletCsv } from './wallet-csv.ts'
import { walletStatement } from './wallet-statement.ts'

/** What a member sees of the ledger: balances, and the statement as a list or a file. */
export function walletModule({ db: pool }: Platform): Module {
  return {
    routes: [
      bind(wallet.getWallet, async ({ db, actor }) => {
        const { available, pending, reserved, debt } = await balances(db, actor.party)
        return { available, pending, reserved, debt }
      }),
      bind(wallet.getStatement, async ({ db, actor, query, request, reply }) => {
        reply.header('vary', 'accept')
        if (!asksForCsv(request.headers.accept)) return await walletStatement(db, actor, query)
        const { limit: _limit, cursor: _cursor, ...filter } = query
        const csv = await walletCsv(db, actor, filter)
        reply.type('text/csv; charset=utf-8')
        reply.header('content-disposition', `attachment; filename="crels-${query.account}.csv"`)
        return reply.send(csv) as never
      }),
    ],
    export: [walletExport(pool)],
    topicVersions: { balances: { by: 'party', versions: balanceVersions } },
  }
}
