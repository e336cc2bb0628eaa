import { m } from '#messages'
import type { Enrolment } from '#contracts/enrolments.schemas.ts'

/** The way of a campaign, in order; joining is its first step. */
const steps = ['joined', 'clicked', 'converted', 'earned'] as const
type Step = (typeof steps)[number]

/** How many steps there are. */
export const progressSteps = steps.length

/** How many steps of its way a campaign has come, and what the next one is; null once all are done. */
export function enrolmentProgress({ statistics, joinedAt }: Pick<Enrolment, 'statistics' | 'joinedAt'>): {
  done: number
  next: Step | null
} {
  const reached: Record<Step, boolean> = {
    joined: joinedAt !== null,
    clicked: statistics.countableClicks > 0,
    // Clicks alone may have earned, where they are paid.
    converted: statistics.conversions > 0 || statistics.pendingCrels + statistics.availableCrels > 0,
    earned: statistics.availableCrels > 0,
  }
  const last = steps.findLastIndex((step) => reached[step])
  return { done: last + 1, next: steps[last + 1] ?? null }
}

const names: Record<Step, () => string> = {
  joined: m.my_campaigns_next_joined,
  clicked: m.my_campaigns_next_clicked,
  converted: m.my_campaigns_next_converted,
  earned: m.my_campaigns_next_earned,
}

/** The next step, as the card says it. */
export function nextText(next: Step): string {
  return m.my_campaigns_next({ next: names[next]() })
}

/** The ring in words. */
export function progressText(done: number): string {
  return done >= progressSteps
    ? m.my_campaigns_progress_all()
    : m.my_campaigns_progress({ done, of: progressSteps })
}
