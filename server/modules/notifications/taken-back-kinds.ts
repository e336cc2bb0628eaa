import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { grouped } from '#server/platform/shown-amounts.ts'
import type { NotifiedCampaign } from './campaign-kinds.ts'
import { notificationKind } from './notification-kind.ts'

/** Crels that a member had, pending or available, and has no more. */
export interface TakenBack {
  /** Null for earnings of several. */
  campaign: NotifiedCampaign | null
  crels: number
  /** What the member owes since, because some of it was spent; 0 where it was not. */
  owed: number
}

const common = {
  since: '0.2.0',
  gathers: true,
  push: () => ({ title: m.notifications_taken_push_title(), body: m.notifications_taken_push() }),
  opens: () => ({ path: paths.crels('wallet'), label: m.mail_unlocked_action() }),
} as const

/** Earnings that members lose after they had them. */
export const takenBackKinds = {
  /** By the brand, in the course of its business: as those that unlock. */
  earning_refunded: notificationKind<TakenBack>({
    ...common,
    group: 'earnings',
    title: (of) => m.notifications_refunded_title(counted(of.crels)),
    lines: ({ campaign, ...of }) => [
      campaign ? m.notifications_refunded_body(campaign) : m.notifications_refunded_several(),
      ...owedOf(of),
    ],
  }),
  /** By the operator: as a balance that is adjusted. */
  earning_taken_back: notificationKind<
    TakenBack & {
      /** `corrected`: what was recorded wrongly is recorded again, and may pay again. */
      cause: 'not_accepted' | 'corrected'
    }
  >({
    ...common,
    group: 'account',
    title: (of) => m.notifications_taken_title(counted(of.crels)),
    lines: ({ campaign, cause, ...of }) => [
      campaign ? m.notifications_taken_body(campaign) : m.notifications_taken_several(),
      cause === 'corrected' ? m.notifications_taken_corrected() : m.notifications_taken_why(),
      ...owedOf(of),
    ],
  }),
}

const counted = (count: number) => ({ count, amount: grouped(count) })

function owedOf({ owed }: Pick<TakenBack, 'owed'>): string[] {
  return owed === 0 ? [] : [m.notifications_taken_owed(counted(owed))]
}
