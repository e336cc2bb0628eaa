import type { Economy } from './economy.ts'

const nextCheckIn = 'Counts from each member’s next check-in.'
const openInvitations =
  'Counts at once, also for friends who were invited before and for whom nothing was paid yet.'
const openShares = 'Counts at once, also for shares that are open now.'
const nextHolderPrize = 'Counts at once: the next holder prize is decided by it, over days that have passed.'
const endedSeasons = 'Counts for the current season and later ones; a season that has ended keeps its own.'
const laterDestinations =
  'Counts for destinations added from now on; those added before can be used at the time their member was given. Only where settings are corrected within a day can destinations added meanwhile be used sooner, and none is ever made to wait longer.'

/**
 * From when another value of a setting counts, and for whom, in a sentence for operators. Null where a change says instead
 * how many it touches. What settings do with what was begun before them is in the module that each is read in.
 */
const timings: { [Part in keyof Economy]: Record<keyof Economy[Part], string | null> } = {
  points: {
    expireMonths: 'Counts for points granted from now on; points granted before keep their last day.',
    noticeDays:
      'Counts at once: with more days, members whose points are gone within them are notified at the next run. Nobody is notified of the same points twice.',
  },
  checkIn: {
    basePoints: nextCheckIn,
    stepPoints: nextCheckIn,
    stepsMax: nextCheckIn,
    bonusPoints: nextCheckIn,
    bonusEveryDays: nextCheckIn,
    monthlyFreezes:
      'Counts at once, also for days missed before: a streak whose missed days are no longer covered is broken at the next check-in, and one whose missed days now are goes on.',
    boughtFreezesMax: 'Counts for purchases from now on; members keep the freezes they have, even beyond it.',
    zoneChangeHours:
      'Counts at once, also for members who changed their time zone since their last check-in.',
    zoneChangeDays: 'Counts at once, from each member’s last change.',
  },
  monthlyClaim: {
    tiers: 'Counts for every claim from now on, also for check-ins that were made before.',
  },
  holderPrize: {
    tiers: nextHolderPrize,
    windowDays: nextHolderPrize,
    againDays: 'Counts at once, from each member’s last holder prize.',
  },
  friendInvitation: {
    inviterPoints: openInvitations,
    friendPoints: openInvitations,
    checkIns: openInvitations,
    withinDays: 'Counts at once, from when each friend signed up.',
    paidMonthlyMax: 'Counts at once, together with what was paid this month (UTC) already.',
  },
  socialFollow: {
    points: 'Counts for follows from now on; who has followed before gets nothing more.',
    platforms: 'Counts at once for what can be followed; points granted for a platform stay.',
  },
  socialShare: {
    points: openShares,
    uniqueClicks: openShares,
    openDays: 'Counts for shares made from now on; those that are open now keep their end.',
    paidDailyMax: 'Counts at once, together with what was paid today (UTC) already.',
  },
  seasonPrize: { ranks: endedSeasons, reviewDays: endedSeasons },
  levels: {
    fromPoints:
      'Counts at once for everyone: levels are worked out from points earned in a lifetime, so that members can rise or fall without a notification.',
  },
  redemption: {
    netUsdCentsMin: null,
    quoteMinutes: 'Counts for quotes given from now on; those that hold now keep their time.',
    cancelsMax: null,
    cancelsDays: null,
    firstDestinationHours: laterDestinations,
    changedDestinationHours: laterDestinations,
    accountChangeHours: null,
    minimumAge: null,
    blockedCountries: null,
  },
  tax: { regime: null, thresholdUsdCents: null, keepYears: null },
  shop: {
    crelsPackPoints: 'Counts for orders from now on.',
    packMonthlyCrelsMax:
      'Counts at once, together with the crels that packs have paid this month (UTC) already.',
    packMemberMonthlyCrelsMax:
      'Counts at once, together with the crels that each member has bought this month (UTC) already.',
    packAccountDays: 'Counts at once, from when each member signed up.',
    boostHours: 'Counts for boosts bought from now on; those that run now keep their end.',
    boostPointsMax: 'Counts for boosts bought from now on; those that run now keep their most.',
  },
}

/** From when a setting counts, by its place, such as `checkIn.basePoints`. RangeError where there is none. */
export function settingTiming(path: string): string | null {
  const [part, name] = path.split('.') as [keyof Economy, string]
  const found = (timings[part] as Record<string, string | null> | undefined)?.[name]
  if (found === undefined) throw new RangeError(`There is no setting ${path}`)
  return found
}
