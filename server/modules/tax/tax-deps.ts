import type { Db } from '#server/platform/database.ts'
import type { Secret } from '#server/platform/secret.ts'

/** What the module needs of redemptions, which ask it; server/modules.ts hands it over. */
export interface PaidInYears {
  /** What was paid to a party in this calendar year (UTC), or is under way. */
  yearUsdCents(db: Db, party: string): Promise<number>
  /** The last calendar year in which anything was paid to a party; null where nothing ever was. */
  lastPaidYear(db: Db, party: string): Promise<number | null>
}

export interface TaxDeps extends PaidInYears {
  secret: Secret
}
