import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { notificationKind } from './notification-kind.ts'

const grouped = (count: number) => new Intl.NumberFormat('en').format(count)

/** Crels and points of a member's own. */
export const moneyKinds = {
  earning_unlocked: notificationKind<{ crels: number }>({
    group: 'earnings',
    title: ({ crels }) => m.mail_unlocked_subject({ count: crels, crels: grouped(crels) }),
    lines: ({ crels }) => [m.mail_unlocked_hello({ count: crels, crels: grouped(crels) })],
    push: () => ({ title: m.notifications_unlocked_title(), body: m.notifications_unlocked_body() }),
    opens: () => ({ path: paths.crels('wallet'), label: m.mail_unlocked_action() }),
  }),
  points_expiring: notificationKind<{
    points: number
    /** When the first of them expire. */
    firstAt: string
  }>({
    group: 'points',
    // Of one month together.
    about: ({ firstAt }) => firstAt.slice(0, 7),
    title: ({ points: count }) => m.mail_points_expiring_subject({ count }),
    lines: ({ points: count, firstAt }) => {
      const date = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' })
      return [
        m.mail_points_expiring_hello({ count, date: date.format(new Date(firstAt)) }),
        m.mail_points_expiring_what(),
      ]
    },
    push: () => ({ title: m.notifications_expiring_title(), body: m.notifications_expiring_body() }),
    opens: () => ({ path: paths.points, label: m.mail_points_expiring_action() }),
  }),
}
