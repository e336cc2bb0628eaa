export { membersPaidTogether, shareDestination } from './destination-queries.ts'
export { redemptionErasure } from './erase-member.ts'
export { redemptionExport } from './export-redemptions.ts'
export { redemptionJobs } from './jobs.ts'
export { redemptionOperations, type RedemptionOperations } from './operate-redemptions.ts'
export {
  batchFileProvider,
  manualProvider,
  type Payout,
  type PayoutOutcome,
  type PayoutProvider,
} from './payout-provider.ts'
export type { RedemptionDeps } from './redemption-deps.ts'
export { redemptionVersions } from './redemption-versions.ts'
export { hasUnderWay } from './redemption-queries.ts'
export { yearlyTotalsCsv } from './yearly-totals.ts'
export { sealedDestinations } from './destination-secret.ts'
