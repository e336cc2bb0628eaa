export { checkAuditLog, listAuditEntries, type AuditCheck, type AuditEntry } from './audit-log.ts'
export {
  addOperator,
  changeOperator,
  operatorActing,
  type NewOperator,
  type OperatorChange,
} from './change-operators.ts'
export { authorOf, operate, type OperatorActor } from './operate.ts'
export { listOperators, type Operator } from './operator-queries.ts'
