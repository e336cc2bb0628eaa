import type { Redemption } from '#contracts/redemptions.schemas.ts'
import { cancelBlockedUntil } from '#rules/redemption-state.ts'
import { inAccountLanguage, lockStanding } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { mailRedemption } from './redemption-mail.ts'
import { cancelTimes, findRedemption, lockRedemption, moveRedemption } from './redemption-queries.ts'
import { isCancellable, redemptionView } from './redemption-view.ts'
import { debtFilledOf, returnCrels } from './return-crels.ts'

/**
 * A member takes a redemption back while it is requested; its crels come back. Once more it changes nothing. Throws
 * `not_found` for another member's, `not_cancellable` when it went on, and `cancel_limit` after two in 30 days.
 */
export async function cancelRedemption(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'email'> & { asker: Asker },
  { id }: { id: string },
  deps: Pick<RedemptionDeps, 'mailer' | 'publicOrigin'>,
): Promise<Redemption> {
  // Two at once of one member wait here for each other, so that neither overlooks the other's.
  const { party } = await lockStanding(tx, actor.uid)
  const row = await lockRedemption(tx, id)
  if (!row || row.party !== party)
    throw problem('not_found', { detail: 'There is no such redemption of yours.' })
  if (row.state === 'cancelled') return redemptionView(row, await debtFilledOf(tx, row))
  if (!isCancellable(row)) throw problem('not_cancellable')
  const { redemption: limits } = await currentEconomy(tx)
  const times = await cancelTimes(tx, party, limits.cancelsDays)
  const until = cancelBlockedUntil(times, (await databaseNow(tx)).getTime(), limits)
  if (until !== null) throw problem('cancel_limit', { members: { until: new Date(until).toISOString() } })
  await returnCrels(tx, row)
  await moveRedemption(tx, id, { state: 'cancelled', author: 'member' })
  const moved = (await findRedemption(tx, id))!
  const { debtFilled } = await debtFilledOf(tx, moved)
  await inAccountLanguage(
    tx,
    actor.uid,
    async () =>
      await mailRedemption(tx, deps, { to: actor.email, asker: actor.asker, row: moved, debtFilled }),
  )
  return redemptionView(moved, { debtFilled })
}
