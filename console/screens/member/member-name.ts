import type { OperatedMemberView } from '#contracts/operator-members.schemas.ts'

/** What a member is called on screen. */
export function nameOf({ name, fullName, email }: OperatedMemberView): string {
  return name ?? fullName ?? email
}
