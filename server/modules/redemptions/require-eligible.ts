import { payoutRefusal } from '#rules/payout-eligibility.ts'
import { utcDate } from '#rules/utc-date.ts'
import type { Member } from '#server/modules/accounts/public.ts'
import { currentEconomy } from '#server/modules/economy/public.ts'
import { databaseNow } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { problem } from '#server/platform/http/problems.ts'
import { countriesOnPaper } from './countries-on-paper.ts'
import type { RedemptionDeps } from './redemption-deps.ts'

/**
 * Throws `too_young` and `country_blocked` for who may be paid no dollars, by the settings of today, and
 * `profile_incomplete` for who took back what says so since they asked: a member can empty their country at any time. A
 * blocked country is one where they live, by their profile or tax form, or where the bank account is that would be paid.
 */
export async function requireEligible(
  db: Db,
  member: Pick<Member, 'uid' | 'birthday' | 'countryOfResidence'>,
  destinationId: string | null,
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<void> {
  if (!member.birthday || !member.countryOfResidence) throw problem('profile_incomplete')
  const { redemption, tax } = await currentEconomy(db)
  const today = utcDate(await databaseNow(db))
  const others = await countriesOnPaper(db, { uid: member.uid, destinationId, ...tax }, deps)
  const refusal = payoutRefusal({ ...member, others }, today, redemption)
  if (refusal === 'too_young') throw problem(refusal, { members: { minimumAge: redemption.minimumAge } })
  if (refusal) throw problem(refusal)
}
