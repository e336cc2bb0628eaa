// What other modules may call. Every write takes the caller's transaction first.
export {
  campaignBudget,
  houseFee,
  houseIssued,
  houseIssuedUsd,
  housePayout,
  housePoints,
  housePromotion,
  memberAvailable,
  memberDebt,
  memberPending,
  memberPoints,
  move,
  newParty,
  type AccountCode,
  type AccountRef,
  type Asset,
  type Line,
} from './accounts.ts'
export {
  awardedPeriods,
  awardsAmong,
  awardsOf,
  countAwards,
  grantedAward,
  lastAwardAt,
  lifetimePoints,
  type ListedPeriod,
} from './award-queries.ts'
export { closedDays, type ClosedBalance } from './close-days.ts'
export {
  accountById,
  accountEntries,
  grantsOfLots,
  isNoClearing,
  listAccounts,
  transactionById,
  trialBalance,
  type AccountRow,
} from './ledger-accounts.ts'
export { closeParty } from './close-party.ts'
export { payMember, takeFromMember } from './debt.ts'
export { minimumBalance, type MinimumBalance } from './minimum-balance.ts'
export { forfeitBalances, isClosed } from './forfeit-balances.ts'
export { grantAward, type Awarded, type AwardInput } from './grant-award.ts'
export { captureHold, expireHolds, placeHold, releaseHold, type Held, type HoldInput } from './holds.ts'
export { placeHoldIfFunded, postIfFunded } from './if-funded.ts'
export { monthSums } from './month-sums.ts'
export { isLedgerError, LedgerError, type LedgerErrorCode } from './ledger-error.ts'
export {
  amountsPutInto,
  balances,
  balanceVersions,
  budgetLeft,
  budgetReserved,
  budgetLeftOf,
  budgetsLeft,
  crelsOfMembers,
  pointsColumn,
  statement,
  type Balances,
  type StatementEntry,
  type StatementQuery,
} from './ledger-queries.ts'
export { lockAccounts, type LockedAccount } from './lock-accounts.ts'
export { post, type Posted, type PostInput } from './post.ts'
export { reconcile, reconciliationMetrics, type Reconciliation } from './reconcile.ts'
export { reverse, type ReverseInput } from './reverse.ts'
