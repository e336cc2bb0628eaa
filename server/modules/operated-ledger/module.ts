import * as z from 'zod/mini'
import * as contract from '#contracts/operator-ledger.endpoints.ts'
import type { LedgerAccount, TrialBalance } from '#contracts/operator-ledger.schemas.ts'
import { worthInUsdCents } from '#rules/exchange.ts'
import { readsMembers } from '#rules/operator-permissions.ts'
import { currentRate } from '#server/modules/exchange/public.ts'
import {
  accountById,
  accountEntries,
  listAccounts,
  transactionById,
  trialBalance,
  type AccountRow,
} from '#server/modules/ledger/public.ts'
import type { Db } from '#server/platform/database.ts'
import { ExpiringCache } from '#server/platform/expiring-cache.ts'
import type { OperatorCaller } from '#server/platform/http/actors.ts'
import { bind, type Route } from '#server/platform/http/bind.ts'
import { decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Module } from '#server/platform/module.ts'
import { databaseNow } from '#server/platform/clock.ts'
import { originsOf } from './entry-origins.ts'
import { liabilityPage } from './liability-by-day.ts'
import { ownersOf, partyOfUid, saleOf } from './ledger-owners.ts'

/** All accounts are summed: at most so often, however many look. */
const trialMs = 10_000

const numbered = z.tuple([z.int().check(z.nonnegative())])

/** The books in the console: trial balance, accounts, entries and what each was posted for, liability by day. */
export function operatedLedgerModule(): Module {
  const trial = new ExpiringCache<TrialBalance>({ ttlMs: trialMs, entriesMax: 1 })
  return {
    routes: [
      bind(
        contract.getTrialBalance,
        async ({ db }) => await trial.get('trial', async () => await trialNow(db)),
      ),
      bind(contract.listLiability, async ({ db, query }) => liabilityPage(db, query)),
      ...accountRoutes(),
      bind(contract.getLedgerTransaction, async ({ db, actor, params: { id } }) => {
        const found = await transactionById(db, id)
        if (!found) throw problem('not_found', { detail: `There is no transaction ${id}.` })
        const owners = await ownersOf(db, found.lines, readsMembers(actor))
        const [origin] = await originsOf(db, [found], { readsMembers: readsMembers(actor) })
        return {
          ...found,
          origin: origin!,
          effectiveAt: found.effectiveAt.toISOString(),
          createdAt: found.createdAt.toISOString(),
          lines: found.lines.map((line) => ({ ...line, owner: owners.get(line.party) ?? null })),
          sale: found.scope.startsWith('earning_') ? await saleOf(db, found.source) : null,
        }
      }),
    ],
  }
}

function accountRoutes(): Route[] {
  return [
    bind(contract.listLedgerAccounts, async ({ db, actor, query }) => {
      const { code, asset, owner, limit, cursor } = query
      const after = cursor === undefined ? 0 : decodeCursor(numbered, cursor)[0]
      // A uid is asked for by who may read of members: for others it is a party that there is not.
      const party =
        owner === undefined ? undefined : (readsMembers(actor) && (await partyOfUid(db, owner))) || owner
      const rows = await listAccounts(db, { code, asset, party, after, limit: limit + 1 })
      const page = pageOf(rows, limit, ({ id }) => [id])
      return { ...page, items: await accountViews(db, page.items, actor) }
    }),
    bind(contract.listLedgerEntries, async ({ db, actor, params, query: { limit, cursor } }) => {
      const account = await accountById(db, Number(params.id))
      if (!account) throw problem('not_found', { detail: `There is no account ${params.id}.` })
      const before = cursor === undefined ? null : decodeCursor(numbered, cursor)[0]
      const rows = await accountEntries(db, { accountId: account.id, before, limit: limit + 1 })
      const page = pageOf(rows, limit, ({ seq }) => [seq])
      const [view] = await accountViews(db, [account], actor)
      const origins = await originsOf(db, page.items, { readsMembers: readsMembers(actor) })
      return {
        ...page,
        items: page.items.map((row, at) => ({
          ...row,
          origin: origins[at]!,
          effectiveAt: row.effectiveAt.toISOString(),
        })),
        account: view!,
      }
    }),
  ]
}

async function accountViews(
  db: Db,
  rows: readonly AccountRow[],
  actor: OperatorCaller,
): Promise<LedgerAccount[]> {
  const owners = await ownersOf(db, rows, readsMembers(actor))
  return rows.map((row) => ({
    ...row,
    owner: owners.get(row.party) ?? null,
    openedAt: row.openedAt.toISOString(),
  }))
}

async function trialNow(db: Db): Promise<TrialBalance> {
  const balances = await trialBalance(db)
  const { usdToCrels } = await currentRate(db)
  const of = (code: string) => balances.find((row) => row.code === code)?.posted ?? 0
  const crels = of('member.available') + of('member.pending')
  return {
    asOf: (await databaseNow(db)).toISOString(),
    assets: (['CREL', 'PTS', 'USD'] as const).map((asset) => {
      const ofAsset = balances.filter((row) => row.asset === asset)
      return {
        asset,
        balances: ofAsset.map(({ code, accounts, posted, reserved }) => ({
          code,
          accounts,
          posted,
          reserved,
        })),
        sum: ofAsset.reduce((sum, { posted }) => sum + posted, 0),
      }
    }),
    liability: {
      crels,
      points: of('member.points'),
      usdToCrels,
      usdCents: worthInUsdCents(crels, usdToCrels),
    },
  }
}
