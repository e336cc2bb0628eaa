import type { Enrolment } from '#contracts/enrolments.schemas.ts'

/** The three views of my campaigns. */
export const enrolmentTabs = ['active', 'pending', 'done'] as const
export type EnrolmentTab = (typeof enrolmentTabs)[number]

/** Where an enrolment belongs: `done` once it, or its campaign, is over; a declined one is done too. */
export function tabOf({ state, campaign }: Pick<Enrolment, 'state' | 'campaign'>): EnrolmentTab {
  if (state === 'applied') return 'pending'
  if (state !== 'active' || campaign.state === 'ended' || campaign.state === 'archived') return 'done'
  return 'active'
}

/** The enrolments of each view. The active ones that end first come first; all else stays newest first. */
export function byTab(enrolments: readonly Enrolment[]): Record<EnrolmentTab, Enrolment[]> {
  const tabs: Record<EnrolmentTab, Enrolment[]> = { active: [], pending: [], done: [] }
  for (const enrolment of enrolments) tabs[tabOf(enrolment)].push(enrolment)
  tabs.active.sort((one, other) => deadline(one) - deadline(other))
  return tabs
}

function deadline({ campaign: { endsAt } }: Enrolment): number {
  return endsAt === null ? Number.MAX_SAFE_INTEGER : new Date(endsAt).getTime()
}
