import {
  mayOperate,
  OPERATOR_ROLES,
  type OperatorPermission,
  type OperatorRole,
} from './operator-permissions.ts'

/** Whether a setting says what payouts need, such as `redemption.minimumAge`. */
export function isPayoutTerm(path: string): boolean {
  return /^(?:redemption|tax)\./.test(path)
}

/** Whether who may do some things may change a setting: what payouts need is set by who approves them. */
export function maySetSetting(may: (permission: OperatorPermission) => boolean, path: string): boolean {
  return may('economy.set') && (!isPayoutTerm(path) || may('redemption.approve'))
}

/** The roles that may change all of some settings. */
export function rolesThatSet(paths: readonly string[]): OperatorRole[] {
  return OPERATOR_ROLES.filter((role) =>
    paths.every((path) => maySetSetting((permission) => mayOperate(role, permission), path)),
  )
}
