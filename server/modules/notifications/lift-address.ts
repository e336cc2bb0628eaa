import { findMembersByEmail } from '#server/modules/accounts/public.ts'
import { operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { liftSuppression, suppressionOf } from '#server/platform/mail/address-trouble.ts'

/**
 * Has mail sent to an address again. Answers false for one that is sent mail, which leaves no entry in the log. The reason
 * is sealed by the key of the member whose address it is, for which `secret` is needed; in clear where it is nobody's.
 */
export async function liftAddress(
  tx: Tx,
  actor: OperatorActor,
  { address, reason, secret }: { address: string; reason?: string; secret?: ActMember['secret'] },
): Promise<boolean> {
  const suppression = await suppressionOf(tx, address)
  if (!suppression || !(await liftSuppression(tx, address))) return false
  const [member] = await findMembersByEmail(tx, address)
  await operate(tx, actor, {
    action: 'mail.lift',
    target: 'address',
    before: { reason: suppression.reason },
    ...(member
      ? { member: { uid: member.uid, ...(reason !== undefined && { personal: { reason }, secret }) } }
      : { reason }),
  })
  return true
}
