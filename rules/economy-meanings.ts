import type { Economy } from './economy.ts'

/**
 * What each setting is, in a sentence for operators; rules/economy.ts has the same for programmers. Source:
 * docs/economy.md.
 */
const meanings: { [Part in keyof Economy]: Record<keyof Economy[Part], string> } = {
  points: {
    expireMonths: 'Months after which points are gone, from when they were earned.',
    noticeDays: 'Days before that on which the member is told.',
  },
  checkIn: {
    basePoints: 'Points of a day’s check-in.',
    stepPoints: 'More points for each day of the streak after the first.',
    stepsMax: 'How many days of the streak add these points at most.',
    bonusPoints: 'Points on top on every day of the streak that the next setting divides.',
    bonusEveryDays: 'Every how many days of the streak that bonus comes.',
    monthlyFreezes: 'Missed days that are forgiven each month; they do not carry over.',
    boughtFreezesMax: 'Bought freezes that a member may hold.',
    zoneChangeHours: 'Hours between the last check-in and the first after the time zone changed.',
    zoneChangeDays: 'Days between two changes of the time zone.',
  },
  monthlyClaim: {
    tiers: 'Points of the monthly claim, by the check-ins of the month before.',
  },
  holderPrize: {
    tiers: 'Points of the holder prize, by the least crels held in the window.',
    windowDays: 'Days of that window.',
    againDays: 'Days from one holder prize to the next at least.',
  },
  friendInvitation: {
    inviterPoints: 'Points for who invited a friend.',
    friendPoints: 'Points for the friend.',
    checkIns: 'Days on which the friend has checked in before both are paid.',
    withinDays: 'Days after sign-up within which a friend may say who invited them.',
    paidMonthlyMax: 'Invitations that a member is paid for in a month.',
  },
  socialFollow: {
    points: 'Points for following on one platform, once.',
    platforms: 'Where members can follow; a platform without an address pays nothing.',
  },
  socialShare: {
    points: 'Points for a share that others came by.',
    uniqueClicks: 'Different visitors that it takes.',
    openDays: 'Days after sharing in which visitors count.',
    paidDailyMax: 'Shares that a member is paid for in a day; 0 is off.',
  },
  seasonPrize: {
    ranks: 'Points by place in a season.',
    reviewDays: 'Days that a frozen ranking waits before it is paid.',
  },
  levels: {
    fromPoints: 'Points earned in a lifetime at which each level begins.',
  },
  redemption: {
    netUsdCentsMin: 'The minimum payout in US cents, after the fee.',
    quoteMinutes: 'Minutes for which a quote holds.',
    cancelsMax: 'Payouts that a member may take back within the days of the next setting.',
    cancelsDays: 'Days over which these are counted.',
    firstDestinationHours: 'Hours before the first destination of payouts can be used.',
    changedDestinationHours: 'Hours before another destination can be used.',
    accountChangeHours: 'Hours without payouts after a new password or address.',
    minimumAge: 'Years that a member must be old to be paid dollars; 0 asks for none.',
    blockedCountries:
      'Countries to whose residents, by profile or tax form, and bank accounts nothing is paid, by their two letters: ["KP"].',
  },
  tax: {
    regime: 'Whose tax forms who is paid must have: "off", "us" (W-9, W-8BEN) or "dac7".',
    thresholdUsdCents: 'US cents of payouts in a calendar year (UTC) from which a tax form is needed.',
    keepYears: 'Years after their last year with a payout for which the form of a member who left is kept.',
  },
  shop: {
    crelsPackPoints: 'Points that buy one crel in a pack.',
    packMonthlyCrelsMax: 'Crels that packs pay in a month over all members; 0 is off.',
    packMemberMonthlyCrelsMax: 'Crels that one member buys in a month.',
    packAccountDays: 'Days that an account must be old to buy a pack.',
    boostHours: 'Hours that a boost runs.',
    boostPointsMax: 'Points that a boost adds at most.',
  },
}

/** What a setting is by its place, such as `checkIn.basePoints`. RangeError where there is none. */
export function settingMeaning(path: string): string {
  const [part, name] = path.split('.') as [keyof Economy, string]
  const found = (meanings[part] as Record<string, string> | undefined)?.[name]
  if (found === undefined) throw new RangeError(`There is no setting ${path}`)
  return found
}
