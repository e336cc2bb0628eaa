import { m } from '#messages'
import { payoutRefusal, type PayoutRefusal } from '#rules/payout-eligibility.ts'
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
 * blocked country is one where they live, by their profile or tax form, or where the bank account is that would be paid: the
 * refusal names which (`blockedBy`).
 */
export async function requireEligible(
  db: Db,
  member: Pick<Member, 'uid' | 'birthday' | 'countryOfResidence'>,
  destinationId: string | null,
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<void> {
  if (!member.birthday || !member.countryOfResidence) throw problem('profile_incomplete')
  const refusal = await eligibilityRefusal(db, member, destinationId, deps)
  if (!refusal) return
  if (refusal.code === 'too_young') {
    const { minimumAge } = (await currentEconomy(db)).redemption
    throw problem(refusal.code, { members: { minimumAge } })
  }
  const { code, blockedBy } = refusal
  // The table's own sentence is that of the residence.
  throw problem(code, {
    members: { blockedBy },
    ...(blockedBy !== 'residence' && { detail: blockedTexts[blockedBy]() }),
  })
}

const blockedTexts = { tax_form: m.redemptions_tax_form_blocked, bank: m.redemptions_bank_blocked }

/** Why a member is paid no dollars by the settings of today, to one of their destinations or to any; null where they are. */
export async function eligibilityRefusal(
  db: Db,
  member: Pick<Member, 'uid' | 'birthday' | 'countryOfResidence'>,
  destinationId: string | null,
  deps: Pick<RedemptionDeps, 'secret'>,
): Promise<PayoutRefusal | null> {
  const { redemption, tax } = await currentEconomy(db)
  const today = utcDate(await databaseNow(db))
  const onPaper = await countriesOnPaper(db, { uid: member.uid, destinationId, ...tax }, deps)
  return payoutRefusal({ ...member, onPaper }, today, redemption)
}
