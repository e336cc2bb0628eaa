import { problem, type Problem } from '#server/platform/http/problems.ts'

/** `validation_failed` for a member of the report that has the right shape and an impossible value. */
export function unacceptable(member: 'amount' | 'occurredAt', message: string): Problem {
  const issues = [{ path: `body.${member}`, code: 'custom', message }]
  return problem('validation_failed', { detail: message, members: { issues } })
}
