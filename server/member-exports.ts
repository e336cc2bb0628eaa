import type { Access } from './access.ts'
import { exportRoutes, profileExport } from './modules/accounts/public.ts'
import { campaignExport } from './modules/campaigns/public.ts'
import { claimExport } from './modules/claims/public.ts'
import { aboutEarnings, conversionExport } from './modules/conversions/public.ts'
import { quoteExport } from './modules/exchange/public.ts'
import { ledgerExport } from './modules/ledger/public.ts'
import { linkExport } from './modules/links/public.ts'
import { redemptionExport } from './modules/redemptions/public.ts'
import { checkInExport, friendExport, shareExport } from './modules/rewards/public.ts'
import type { Db } from './platform/database.ts'
import type { Files } from './platform/files/stored-files.ts'
import type { Route } from './platform/http/bind.ts'
import type { MemberExport } from './platform/member-export.ts'
import type { Secret } from './platform/secret.ts'

/** The export of a member's data over every module. */
export interface MemberExports {
  routes: Route[]
  /** A module that keeps anything of a member adds its part: server/member-exports.test.ts asks after every table. */
  parts: readonly MemberExport[]
}

/** Composes what a member can take away, in the order in which the archive lists it. */
export function openMemberExports({
  db,
  files,
  access,
  secret,
  publicOrigin,
}: {
  db: Db
  files: Files
  access: Pick<Access, 'accountExport' | 'accountDeletion'>
  secret: Secret
  publicOrigin: string
}): MemberExports {
  const parts = [
    profileExport(db, files),
    access.accountExport,
    campaignExport(db),
    linkExport(db, publicOrigin),
    conversionExport(db),
    claimExport(db),
    ledgerExport(db, aboutEarnings),
    quoteExport(db),
    friendExport(db),
    checkInExport(db),
    redemptionExport(db, secret),
    shareExport(db),
  ]
  const { requireRecentProof } = access.accountDeletion
  return { routes: exportRoutes({ exports: parts, requireRecentProof, publicOrigin }), parts }
}
