import { findMembersByEmail } from '#server/modules/accounts/public.ts'
import { operate, type ActMember, type OperatorActor } from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { liftSuppression, suppressionOf } from '#server/platform/mail/address-trouble.ts'

/** Has an address be sent mail again. Answers false for one that is sent mail, which leaves no entry in the log. */
export async function liftAddress(
  tx: Tx,
  actor: OperatorActor,
  { address, reason, secret }: { address: string; reason?: string; secret?: ActMember['secret'] },
): Promise<boolean> {
  const suppression = await suppressionOf(tx, address)
  if (!suppression) return false
  const [member, another] = await findMembersByEmail(tx, address)
  await operate(tx, actor, {
    action: 'mail.lift',
    target: 'address',
    before: { reason: suppression.reason },
    ...(member && !another
      ? { member: { uid: member.uid, ...(reason !== undefined && { personal: { reason }, secret }) } }
      : { reason }),
  })
  return await liftSuppression(tx, address)
}
