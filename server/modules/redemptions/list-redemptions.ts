import * as z from 'zod/mini'
import { idSchema } from '#contracts/ids.ts'
import type { Redemption, RedemptionPage, RedemptionTerms } from '#contracts/redemptions.schemas.ts'
import { payoutRefusal } from '#rules/payout-eligibility.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import { cancelBlockedUntil, isUnderWay, type RedemptionState } from '#rules/redemption-state.ts'
import { findMember } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { exchangeNow } from '#server/modules/exchange/public.ts'
import { balances } from '#server/modules/ledger/public.ts'
import { pausedFeatures } from '#server/modules/pauses/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { MemberActor } from '#server/platform/http/actors.ts'
import { cursorTime, decodeCursor, pageOf } from '#server/platform/http/cursor.ts'
import { hoursUntilUsable } from './destinations.ts'
import { frozenUntil } from './payout-freeze.ts'
import type { RedemptionDeps } from './redemption-deps.ts'
import { countriesOnPaper } from './countries-on-paper.ts'
import { waitOf } from './require-payable.ts'
import { taxTerms } from './require-tax-form.ts'
import { payoutsStoppedUntil } from './stop-payouts.ts'
import { cancelTimes, redemptionsSql } from './redemption-queries.ts'
import { redemptionView } from './redemption-view.ts'
import { debtsFilled } from './return-crels.ts'
import { typicalPayout } from './typical-payout.ts'
import { utcDate } from '#rules/utc-date.ts'

/** When a page's last redemption was requested, and its id. */
const place = z.tuple([cursorTime, idSchema('redemption')])

/** One page of a member's redemptions, newest first. */
export async function listRedemptions(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  { state, limit, cursor }: { state?: RedemptionState; limit: number; cursor?: string },
  deps: Pick<RedemptionDeps, 'secret' | 'sinceAccountChanges'>,
): Promise<RedemptionPage> {
  const [at, id] = cursor === undefined ? [] : decodeCursor(place, cursor)
  const before = at === undefined ? undefined : { at: new Date(at), id: id! }
  const { rows } = await redemptionsSql({ party, state, limit, before }).execute(db)
  const page = pageOf(rows, limit, (last) => [last.requestedAt.getTime(), last.id])
  const isOpen = page.items.some((row) => isUnderWay(row.state))
  const sinceChanges = isOpen ? await deps.sinceAccountChanges(uid) : []
  const filled = await debtsFilled(db, party, page.items)
  const items: Redemption[] = []
  for (const row of page.items) {
    const waitsFor = await waitOf(db, row, sinceChanges, deps)
    items.push(redemptionView(row, { waitsFor, debtFilled: filled.get(row.id) ?? 0 }))
  }
  return { ...page, items }
}

/** What a member may redeem just now, and what is in the way. */
export async function redemptionTerms(
  db: Db,
  { uid, party }: Pick<MemberActor, 'uid' | 'party'>,
  { sinceAccountChanges }: { sinceAccountChanges: readonly number[] },
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<RedemptionTerms> {
  const { redemption: terms, tax: forms } = await currentEconomy(db)
  const [
    member,
    { debt },
    exchange,
    times,
    now,
    newDestinationHours,
    typical,
    stoppedUntil,
    paused,
    tax,
    onPaper,
    frozen,
  ] = await Promise.all([
    findMember(db, uid),
    balances(db, party),
    exchangeNow(db),
    cancelTimes(db, party, terms.cancelsDays),
    databaseNow(db),
    hoursUntilUsable(db, uid, terms),
    typicalPayout(db),
    payoutsStoppedUntil(db, uid),
    pausedFeatures(db),
    taxTerms(db, { uid, party }),
    countriesOnPaper(db, { uid, destinationId: null, ...forms }, deps),
    frozenUntil(db, sinceAccountChanges),
  ])
  const pauses = [
    ...(exchange.paused ? (['exchange'] as const) : []),
    ...(['redemption', 'payout'] as const).filter((feature) => paused.includes(feature)),
  ]
  const refusal = member ? payoutRefusal({ ...member, onPaper }, utcDate(now), terms) : null
  const cancelsAgainAt = cancelBlockedUntil(times, now.getTime(), terms)
  return {
    netUsdCentsMin: terms.netUsdCentsMin,
    quoteMinutes: terms.quoteMinutes,
    frozenUntil: frozen?.toISOString() ?? null,
    stoppedUntil: stoppedUntil?.toISOString() ?? null,
    profileComplete: member !== undefined && profileCompletion(member).isComplete,
    refusal: refusal?.code ?? null,
    blockedBy: refusal?.code === 'country_blocked' ? refusal.blockedBy : null,
    minimumAge: terms.minimumAge,
    tax,
    debt,
    paused: pauses.some((one) => one !== 'payout'),
    pauses,
    cancelsDays: terms.cancelsDays,
    cancelsLeft: Math.max(0, terms.cancelsMax - times.length),
    cancelsAgainAt: cancelsAgainAt === null ? null : new Date(cancelsAgainAt).toISOString(),
    newDestinationHours,
    typical: pauses.includes('payout') ? null : typical,
  }
}
