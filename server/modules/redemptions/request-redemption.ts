import type { Redemption } from '#contracts/redemptions.schemas.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import { inAccountLanguage, lockStanding } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { exchangeNow, useQuote } from '#server/modules/exchange/public.ts'
import { balances, memberAvailable, placeHoldIfFunded } from '#server/modules/ledger/public.ts'
import { requireOpen } from '#server/modules/pauses/public.ts'
import type { Tx } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { problem } from '#server/platform/http/problems.ts'
import type { Asker } from '#server/platform/mail/who-asked.ts'
import { newId } from '#server/platform/ids.ts'
import { findDestination } from './destination-queries.ts'
import { frozenUntil } from './payout-freeze.ts'
import { requireEligible } from './require-eligible.ts'
import { waitOf } from './require-payable.ts'
import { requirePayouts } from './stop-payouts.ts'
import { noticeTaxForm, requireTaxForm } from './require-tax-form.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { mailRedemption } from './redemption-mail.ts'
import { findRedemption, insertRedemption } from './redemption-queries.ts'
import { redemptionView } from './redemption-view.ts'

export interface RedemptionWish {
  quoteId: string
  destinationId: string
  /** Milliseconds since each change of the account (`RedemptionDeps.sinceAccountChanges`). */
  sinceAccountChanges: readonly number[]
}

/**
 * Asks for the payout of a quote: it is used up, its crels are reserved. Everything is checked anew, under a lock of
 * the member's row. Throws `exchange_paused`, `redemption_paused`, the refusals of `useQuote`, `below_minimum`, `profile_incomplete`, `too_young`,
 * `country_blocked`, `tax_profile_required`, `debt_open`, `payouts_frozen`, `payouts_stopped`, `destination_frozen`, `insufficient_funds`, `not_found` for a quote or a destination
 * that is not theirs, `user_disabled` and `user_deleted`; nothing has happened then, and the quote can still be used.
 */
export async function requestRedemption(
  tx: Tx,
  actor: Pick<MemberActor, 'uid' | 'email'> & { asker: Asker },
  { quoteId, destinationId, sinceAccountChanges }: RedemptionWish,
  deps: Pick<RedemptionDeps, 'mailer' | 'publicOrigin' | 'secret'>,
): Promise<Redemption> {
  const member = await lockStanding(tx, actor.uid)
  const { uid, party } = member
  const [{ paused }, { redemption }] = [await exchangeNow(tx), await currentEconomy(tx)]
  if (paused) throw problem('exchange_paused')
  await requireOpen(tx, 'redemption')
  const { crels, usdCents } = await useQuote(tx, party, quoteId)
  const { netUsdCentsMin } = redemption
  if (usdCents < netUsdCentsMin) throw problem('below_minimum', { members: { netUsdCentsMin } })
  if (!profileCompletion(member).isComplete) throw problem('profile_incomplete')
  await requireEligible(tx, member, destinationId, deps)
  await requireTaxForm(tx, { uid, party, usdCents, destinationId })
  const frozen = await frozenUntil(tx, sinceAccountChanges)
  if (frozen) throw problem('payouts_frozen', { members: { until: frozen.toISOString() } })
  await requirePayouts(tx, uid)
  const destination = await findDestination(tx, uid, destinationId)
  if (!destination) throw problem('not_found', { detail: 'There is no such destination of yours.' })
  if (!destination.isUsable)
    throw problem('destination_frozen', { members: { until: destination.usableFrom.toISOString() } })
  const id = newId('redemption')
  const account = memberAvailable(party)
  const held = await placeHoldIfFunded(tx, { account, amount: crels, scope: 'redemption', idem: id })
  // After the hold, which locked the account: a refund that is on its way has made its debt, or finds the crels
  // reserved.
  if ((await balances(tx, party)).debt > 0) throw problem('debt_open')
  if (!held) throw problem('insufficient_funds')
  await insertRedemption(tx, { id, uid, party, quoteId, crels, usdCents, holdId: held.holdId, destination })
  await noticeTaxForm(tx, { uid, party })
  const row = (await findRedemption(tx, id))!
  await inAccountLanguage(
    tx,
    uid,
    async () => await mailRedemption(tx, deps, { to: actor.email, asker: actor.asker, row }),
  )
  return redemptionView(row, { waitsFor: await waitOf(tx, row, sinceAccountChanges, deps) })
}
