import { m } from '#console-messages'
import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'

type SecondFactors = NonNullable<OperatedMemberView['secondFactors']>

/** Whether a sign-in has a second step: recovery codes alone are none. */
export function hasAny({ hasAuthenticator, passkeys }: SecondFactors): boolean {
  return hasAuthenticator || passkeys > 0
}

/** What a member has as a second step, in words. */
export function factorsText(factors: SecondFactors): string {
  const { hasAuthenticator, passkeys, recoveryCodes } = factors
  if (!hasAny(factors)) return m.member_factors_none()
  return [
    hasAuthenticator && m.member_factor_app(),
    passkeys > 0 && m.member_factor_passkeys({ count: passkeys }),
    recoveryCodes > 0 && m.member_factor_codes({ count: recoveryCodes }),
  ]
    .filter(Boolean)
    .join(', ')
}
