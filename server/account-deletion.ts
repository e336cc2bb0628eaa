import type { Access } from './access.ts'
import {
  accountDeletionJobs,
  accountDeletionRoutes,
  applyTombstones,
  openTombstoneFile,
  type AccountDeletionDeps,
} from './modules/accounts/public.ts'
import { enrolmentsUnderWay } from './modules/campaigns/public.ts'
import { balances } from './modules/ledger/public.ts'
import { operatedErasureRoutes } from './modules/operated-members/public.ts'
import { workingLinks } from './modules/shortlinks/public.ts'
import { hasUnderWay, lastPaidYear, redemptionUnderWay } from './modules/redemptions/public.ts'
import { ordersToLose } from './modules/shop/public.ts'
import { taxFormKeptUntil } from './modules/tax/public.ts'
import type { OpenPlatform } from './open-platform.ts'
import { databaseLogErasure } from './platform/embedded-postgres/log-erasure.ts'
import { recordedAnswerErasure } from './platform/http/erase-recorded-answers.ts'
import type { MemberErasure } from './platform/member-erasure.ts'
import type { Module } from './platform/module.ts'

/** The steps of an erasure, in their order: orders and earnings are settled before the accounts they would be paid to are closed. */
const erasureOrder = [
  'redemptions',
  'payout-runs',
  'tax',
  'shop',
  'conversions',
  'brand-questions',
  'conversion-claims',
  'ledger',
  'campaigns',
  'shortlinks',
  'clicks',
  'friends',
  'queues',
  'rewards',
  'shares',
  'leaderboard',
  'points',
  'notifications',
  'push',
  'support',
  'product-analytics',
  'operators',
  'operator-desk',
  'recorded-answers',
  'database-log',
  'identity',
  'member',
]

/** Deletion of accounts over every module. */
export interface AccountDeletion {
  /** Its endpoints and jobs. */
  module: Module
  deps: AccountDeletionDeps
  /** Deletes again the members that an old backup brought back; await it before anyone is let in. */
  applyTombstones(): Promise<number>
}

/** Composes what every module erases of a member, in `erasureOrder`. */
export function openAccountDeletion(
  platform: OpenPlatform,
  access: Pick<Access, 'accountDeletion' | 'members'>,
  modules: readonly Module[],
): AccountDeletion {
  const { config, db, secret, mailer, enqueue, countries, log } = platform
  const { erasure: _, recoverableUntil, ...identity } = access.accountDeletion
  const deps: AccountDeletionDeps = {
    db,
    secret,
    mailer,
    publicOrigin: config.publicOrigin,
    enqueue,
    ...identity,
    countries,
    tombstones: openTombstoneFile(config.dataDir),
    parts: inErasureOrder([
      ...modules.flatMap(({ erase = [] }) => erase),
      recordedAnswerErasure(db),
      databaseLogErasure(config),
    ]),
    blockedBy: async (reader, { uid, party }) => {
      // When it is done is up to the operator.
      if (await hasUnderWay(reader, party)) return { by: 'redemption', until: null }
      // The person who changed the address may be a thief, who must not delete what its owner can still recover.
      const until = await recoverableUntil(uid)
      return until && { by: 'email_change', until }
    },
    redemptionUnderWay,
    belongings: async (reader, { uid, party }) => {
      const { points, ...crels } = await balances(reader, party)
      const campaigns = await enrolmentsUnderWay(reader, uid)
      const taxFormKept = await taxFormKeptUntil(reader, { uid, party }, { lastPaidYear })
      const links = await workingLinks(reader, uid)
      const orders = await ordersToLose(reader, party)
      return { crels, points, campaigns, links, orders, taxFormKeptUntil: taxFormKept }
    },
  }
  return {
    module: {
      routes: [
        ...accountDeletionRoutes(deps),
        ...operatedErasureRoutes({ deletion: deps, members: access.members }),
      ],
      jobs: accountDeletionJobs(deps),
    },
    deps,
    applyTombstones: async () => await applyTombstones(deps, log),
  }
}

/** The steps sorted by `erasureOrder`. Throws where one is not listed, listed and missing, or there twice. */
export function inErasureOrder(parts: MemberErasure[]): MemberErasure[] {
  const names = parts.map(({ name }) => name)
  const odd = [
    ...names.filter((name, at) => !erasureOrder.includes(name) || names.indexOf(name) !== at),
    ...erasureOrder.filter((name) => !names.includes(name)),
  ]
  if (odd.length > 0)
    throw new Error(`erasureOrder (server/account-deletion.ts) and the modules disagree: ${odd.join(', ')}`)
  return parts.toSorted((one, other) => erasureOrder.indexOf(one.name) - erasureOrder.indexOf(other.name))
}
