import type { PayoutEffects } from '#contracts/operator-economy.schemas.ts'
import { dollars, grouped } from '../platform/shown-amounts.ts'

type Who = NonNullable<PayoutEffects['who']>
type TaxForms = NonNullable<PayoutEffects['taxForms']>

/** What a change of settings makes of who is paid, in lines; none where it changes none of that. */
export function payoutEffectLines({
  who,
  minimum,
  frozen,
  cancels,
  taxForms,
  keptForms,
}: PayoutEffects): string[] {
  return [
    ...(who ? whoLines(who) : []),
    ...(minimum
      ? [`Have enough to cash out: ${membersWith(minimum.before)} → ${membersWith(minimum.after)}`]
      : []),
    ...(frozen ? frozenLines(frozen) : []),
    ...(cancels ? cancelLines(cancels) : []),
    ...(taxForms ? taxLines(taxForms) : []),
    ...(keptForms === null
      ? []
      : [`${grouped(keptForms)} tax forms of members who left keep their last day; none is removed sooner`]),
  ]
}

function whoLines({ before, after, unknown, isWhole }: Who): string[] {
  return [
    `Refused a payout by age or country: ${membersWith(before)} → ${membersWith(after)}`,
    ...(before.accountMembers + after.accountMembers > 0
      ? [
          `Others with a bank account in a blocked country, to which nothing is paid: ${grouped(before.accountMembers)} → ${grouped(after.accountMembers)}`,
        ]
      : []),
    `Of their redemptions that wait, ${valueOf(before.redemptions)} → ${valueOf(after.redemptions)} will be refused`,
    ...(isWhole
      ? []
      : ['At least so many: not every tax form and bank account could be opened in time to be counted']),
    `${grouped(unknown)} members have given no birthday or no country, and are asked for it before their first payout`,
  ]
}

function taxLines({ before, after }: TaxForms): string[] {
  return [
    `Asked for a tax form at the next payout: ${grouped(before.members)} members → ${grouped(after.members)}`,
    `Of redemptions that wait, ${valueOf(before.redemptions)} → ${valueOf(after.redemptions)} will not be sent without one`,
    ...(after.isFromFirst
      ? ['Every other member without a form will need one before their first payout of a year']
      : []),
  ]
}

function membersWith({ members, crels, usdCents }: Pick<Who['before'], 'members' | 'crels' | 'usdCents'>) {
  const worth = usdCents === null ? '' : ` (${dollars(usdCents)})`
  return `${grouped(members)} members with ${grouped(crels)} crels${worth}`
}

function frozenLines({ before, after }: NonNullable<PayoutEffects['frozen']>): string[] {
  return [
    `Payouts frozen after a change of the account: ${membersWith(before)} → ${membersWith(after)}`,
    `Their redemptions that wait until the freeze ends: ${valueOf(before.redemptions)} → ${valueOf(after.redemptions)}`,
    'A freeze is as long as the settings said when the account changed, or as they say now, whichever is longer',
    'A longer setting that is taken back within a day has no lasting effect',
  ]
}

function cancelLines({ before, after, newlyMembers }: NonNullable<PayoutEffects['cancels']>): string[] {
  return [
    `Members who have cancelled as many payouts as they may: ${grouped(before.members)} → ${grouped(after.members)}`,
    `Their requested payouts, which they could cancel otherwise: ${valueOf(before.redemptions)} → ${valueOf(after.redemptions)}`,
    `The limit counts at once, for payouts cancelled before it too: ${grouped(newlyMembers)} members who can cancel now cannot from then on`,
  ]
}

function valueOf({ count, usdCents }: { count: number; usdCents: number }): string {
  return `${grouped(count)} (${dollars(usdCents)})`
}
