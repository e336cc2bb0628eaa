import { lockStanding } from '#server/modules/accounts/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import { mailDestinationRemoved } from './destination-mail.ts'
import { findDestination, markRemoved } from './destination-queries.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { isOnItsWay } from './redemption-queries.ts'

/**
 * Removes a place to be paid to, and mails that. Throws `not_found` for anybody else's, and `destination_in_use` while
 * a redemption is on its way there.
 */
export async function removeDestination(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'email'> & { asker: Asker },
  { id }: { id: string },
  deps: Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>,
): Promise<void> {
  const { uid } = await lockStanding(tx, actor.uid)
  const destination = await findDestination(tx, uid, id)
  if (!destination) throw problem('not_found', { detail: 'There is no such destination of yours.' })
  if (await isOnItsWay(tx, id)) throw problem('destination_in_use')
  await markRemoved(tx, id)
  await mailDestinationRemoved(tx, deps, { to: actor.email, asker: actor.asker, ...destination })
}
