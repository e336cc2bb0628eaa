import { m } from '#console-messages'
import type { OperatorRole } from '#rules/operator-permissions.ts'

/** What the roles are called. */
export const roleNames: Record<OperatorRole, () => string> = {
  owner: m.operators_role_name_owner,
  manager: m.operators_role_name_manager,
  support: m.operators_role_name_support,
  finance: m.operators_role_name_finance,
  'read-only': m.operators_role_name_read_only,
}

/** What each is for. */
export const roleSentences: Record<OperatorRole, () => string> = {
  owner: m.operators_role_owner,
  manager: m.operators_role_manager,
  support: m.operators_role_support,
  finance: m.operators_role_finance,
  'read-only': m.operators_role_read_only,
}
