import { findMembersByEmail } from '#server/modules/accounts/public.ts'
import {
  authorOf,
  operate,
  type ActMember,
  type OperatorActor,
  type PersonActor,
} from '#server/modules/operators/public.ts'
import type { Tx } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { lastLiftOf, liftSuppression, suppressionOf } from '#server/platform/mail/address-trouble.ts'
import { operatorMinute } from '#server/platform/shown-times.ts'

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
  const lifter = { by: authorOf(actor), operatorId: actor.via === 'job' ? null : actor.operatorId }
  if (!suppression || !(await liftSuppression(tx, address, lifter))) return false
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

/**
 * The same in the console: one's own again changes nothing. Throws `conflict`, with who lifted it and when, for an address
 * that is sent mail already.
 */
export async function liftAddressOnce(
  tx: Tx,
  actor: PersonActor,
  input: Parameters<typeof liftAddress>[2],
): Promise<void> {
  if (await liftAddress(tx, actor, input)) return
  const last = await lastLiftOf(tx, input.address)
  if (last && last.operatorId === actor.operatorId) return
  const how = last && (last.by === null ? 'A mail to it arrived' : `${last.by} lifted it`)
  throw problem('conflict', {
    detail: `This address is sent mail.${last ? ` ${how} at ${operatorMinute(last.at)}.` : ''}`,
  })
}
