import { m } from '#messages'
import { paths, withQuery } from '#contracts/paths.ts'
import type { AboutPoints } from '#contracts/points.schemas.ts'
import { rewardTexts, type EarnedText } from '#web/platform/reward-texts.ts'
import { capitalized, formatMonth, formatNumber } from '#web/ui/common/format.ts'

/** What points were for, in words and as a place to look at it. */
export interface Reason {
  label: string
  to: string | null
}

const orders = withQuery(paths.pointsShop, { view: 'orders' })

const reasons: Record<string, EarnedText> = {
  ...Object.fromEntries(Object.entries(rewardTexts).map(([program, { earned }]) => [program, earned])),
  points_expired: { label: m.points_kind_points_expired, to: null },
  order_placed: { label: m.points_kind_order_placed, to: orders },
  order_cancelled: { label: m.points_kind_order_cancelled, to: orders },
  adjustment: { label: m.points_kind_adjustment, to: null },
  account_deleted: { label: m.points_kind_account_deleted, to: null },
}

/** The reason of an entry by its kind; a kind of a later version has a plain one. */
export function reasonOf(kind: string, about: AboutPoints | null = null): Reason {
  const { label, to } = reasons[kind] ?? { label: m.points_kind_other, to: null }
  return { label: label(), to: about?.type === 'campaign' ? paths.campaign(about.campaignId) : to }
}

/** Every way that points came or went, for a filter; the first is all of them. */
export function kindOptions(): { value: string; label: string }[] {
  const kinds = Object.entries(reasons).filter(([kind]) => kind !== 'account_deleted')
  return [
    { value: '', label: m.points_history_all() },
    ...kinds.map(([value, { label }]) => ({ value, label: label() })),
  ]
}

/** What more there is to say of an entry that is about no campaign. */
export function aboutText(about: Exclude<AboutPoints, { type: 'campaign' }> | null): string | null {
  switch (about?.type) {
    case 'check-in':
      return about.bonusPoints > 0
        ? m.points_about_check_in_bonus({ streak: about.streak, bonus: formatNumber(about.bonusPoints) })
        : m.points_about_check_in({ streak: about.streak })
    case 'month':
      return capitalized(formatMonth(about.month, true))
    case 'order':
      return about.title
    case undefined:
      return null
  }
}
