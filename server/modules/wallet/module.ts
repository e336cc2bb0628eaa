import * as wallet from '#contracts/wallet.endpoints.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { earnedByCampaign, nextMonthUnlocking } from '#server/modules/conversions/public.ts'
import { balances, balanceVersions } from '#server/modules/ledger/public.ts'
import { asksForCsv } from '#server/platform/http/asks-for-csv.ts'
import { bind } from '#server/platform/http/bind.ts'
import type { Module, Platform } from '#server/platform/module.ts'
import { walletExport } from './export-wallet.ts'
import { monthCardRoute } from './month-card.ts'
import { walletCsv } from './wallet-csv.ts'
import { walletStatement } from './wallet-statement.ts'

/** What a member sees of the ledger: balances, and the statement as a list or a file. */
export function walletModule({ db: pool, config: { publicOrigin }, sharePictures }: Platform): Module {
  return {
    routes: [
      bind(wallet.getWallet, async ({ db, actor }) => {
        const zone = (await findMember(db, actor.uid))?.timeZone || 'UTC'
        const [{ available, pending, reserved, debt }, unlocking] = await Promise.all([
          balances(db, actor.party),
          nextMonthUnlocking(db, actor.uid, zone),
        ])
        return { available, pending, reserved, debt, unlocking }
      }),
      bind(wallet.getWalletSources, ({ db, actor }) => earnedByCampaign(db, actor)),
      monthCardRoute({ publicOrigin, sharePictures }),
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
