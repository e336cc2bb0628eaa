import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import { notificationKind } from './notification-kind.ts'
import { languageInUse } from '#server/platform/language.ts'

/** A friend by their party: a name would stay with the inviter when the friend deletes their account. */
interface NotifiedFriend {
  friendParty: string
}

const ofFriend = ({ friendParty }: NotifiedFriend) => friendParty
const toFriends = () => ({ path: paths.referral, label: m.notifications_friend_action() })

/** Streaks, and what becomes of invited friends. */
export const rewardKinds = {
  freeze_used: notificationKind<{
    /** Of the check-in that used them. */
    date: string
    /** The missed dates they covered. */
    frozenDates: string[]
    streak: number
  }>({
    group: 'check_in',
    about: ({ date }) => date,
    title: ({ streak: count }) => m.notifications_freeze_title({ count }),
    lines: ({ frozenDates }) => [
      m.notifications_freeze_body({ count: frozenDates.length, dates: datesText(frozenDates) }),
    ],
    opens: () => ({ path: paths.dailyCheckIn, label: m.notifications_freeze_action() }),
  }),
  friend_joined: notificationKind<NotifiedFriend>({
    group: 'friends',
    about: ofFriend,
    title: () => m.notifications_friend_joined_title(),
    lines: () => [m.notifications_friend_joined_body()],
    opens: toFriends,
  }),
  friend_paid: notificationKind<NotifiedFriend & { points: number }>({
    group: 'friends',
    about: ofFriend,
    title: ({ points: count }) => m.notifications_friend_paid_title({ count, points: grouped(count) }),
    lines: () => [m.notifications_friend_paid_body()],
    push: () => ({
      title: m.notifications_friend_paid_push(),
      body: m.notifications_friend_paid_body(),
    }),
    opens: toFriends,
  }),
  friend_under_review: notificationKind<NotifiedFriend>({
    group: 'friends',
    about: ofFriend,
    title: () => m.notifications_friend_review_title(),
    lines: () => [m.notifications_friend_review_body()],
    opens: toFriends,
  }),
  friend_refused: notificationKind<NotifiedFriend>({
    group: 'friends',
    about: ofFriend,
    title: () => m.notifications_friend_refused_title(),
    lines: () => [m.notifications_friend_refused_body()],
    opens: toFriends,
  }),
}

function datesText(dates: string[]): string {
  const format = new Intl.DateTimeFormat(languageInUse(), { dateStyle: 'long', timeZone: 'UTC' })
  return new Intl.ListFormat(languageInUse()).format(dates.map((date) => format.format(new Date(date))))
}
