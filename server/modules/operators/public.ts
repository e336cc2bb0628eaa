export type { OperatorAccessDeps } from './access/access-deps.ts'
export { authenticateOperator } from './access/authenticate-operator.ts'
export { hearersOfLoneActs } from './four-eyes/announce-waiting-act.ts'
export type { FourEyesAct, Proposal } from './four-eyes/four-eyes-act.ts'
export { proposeAct } from './four-eyes/pending-acts.ts'
export { approversOf, lastOperatorLost, noApprover, othersWhoCould } from './four-eyes/approvers.ts'
export { waitingActs } from './four-eyes/pending-act-queries.ts'
export { countKeysOf, isRevoked } from './access/operator-keys.ts'
export { countProposalsOf } from './four-eyes/end-proposals.ts'
export { inviteOperator } from './access/invitations.ts'
export { changeAssignment, requireNotTaken, type AssignmentChange } from './assignment.ts'
export { openOperatorSession } from './access/operator-sessions.ts'
export { sealedOperatorAuthenticators } from './access/operator-authenticator.ts'
export {
  checkAuditLog,
  hashOfEntry,
  chosenEntries,
  listAuditEntries,
  type LogReader,
  type AuditFilters,
  versionsOfRow,
  viaOfAct,
  type AuditCheck,
  type AuditEntry,
} from './audit-log.ts'
export { loneActsSince, type LoneActs } from './lone-acts.ts'
export {
  addOperator,
  changeOperator,
  operatorActing,
  UNDO_MINUTES,
  type NewOperator,
  type OperatorChange,
} from './change-operators.ts'
export { memberWithReason, sealedMemberKeys, type ActMember, type PersonalValues } from './member-values.ts'
export {
  changedBefore,
  changedMeanwhile,
  decidedBefore,
  isOfConsole,
  isOwnAgain,
  lastActsOn,
  allWhoDid,
  lastToDo,
  lastToSet,
  memberTarget,
  requireOwnAgain,
  lastTimeOf,
  wasEverDone,
} from './decided-before.ts'
export { filtersInLog } from './filters-in-log.ts'
export {
  authorOf,
  operate,
  requireRole,
  undoing,
  type Act,
  type OperatorActor,
  type PersonActor,
} from './operate.ts'
export { isOwn, namesOf, operatorsAmong, requireNotOwn } from './own-account.ts'
export { recordMemberView } from './record-member-view.ts'
export { listOperators, operatorById, requireOperator, type Operator } from './operator-queries.ts'
export { lostMemberKeys, lostOperatorApps } from './lost-operator-seals.ts'
