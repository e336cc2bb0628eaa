/** What is known of a member when home says what to do next. */
export type MemberFacts<Enrolment extends NextEnrolment> = {
  readonly emailVerified: boolean
  /** How many of the eight items of the profile are missing. */
  readonly profileItemsMissing: number
  /** The member's enrolments, newest first. */
  readonly enrolments: readonly Enrolment[]
  /** Whether anything was ever earned, or is pending. */
  readonly hasEarned: boolean
  /** Whether an earning is waiting for the end of its hold. */
  readonly hasPending: boolean
}

/** What the decision looks at in an enrolment. */
export type NextEnrolment = {
  readonly state: 'applied' | 'active' | 'declined' | 'left' | 'removed'
  /** Whether the campaign takes clicks now and the tracking link is there. */
  readonly canShare: boolean
  readonly countableClicks: number
}

/** The one thing to do next. `share-link` names the enrolment whose link it is. */
export type NextAction<Enrolment extends NextEnrolment> =
  | { kind: 'verify-email' }
  | { kind: 'complete-profile'; missing: number }
  | { kind: 'join-first-campaign' }
  | { kind: 'await-decision' }
  | { kind: 'share-link'; enrolment: Enrolment }
  | { kind: 'watch-unlock' }
  | { kind: 'find-campaign' }

/**
 * The next action of a member, one at a time: verify, complete the profile, join a first campaign, share its link,
 * see what unlocks next. A link without clicks comes before an unlock only until something was earned.
 */
export function nextAction<Enrolment extends NextEnrolment>(
  facts: MemberFacts<Enrolment>,
): NextAction<Enrolment> {
  const { emailVerified, profileItemsMissing, enrolments, hasEarned, hasPending } = facts
  if (!emailVerified) return { kind: 'verify-email' }
  if (profileItemsMissing > 0) return { kind: 'complete-profile', missing: profileItemsMissing }
  const unshared = enrolments.find(
    (one) => one.state === 'active' && one.canShare && one.countableClicks === 0,
  )
  if (unshared && !hasShared(facts)) return { kind: 'share-link', enrolment: unshared }
  if (hasPending) return { kind: 'watch-unlock' }
  if (unshared) return { kind: 'share-link', enrolment: unshared }
  if (enrolments.some(({ state }) => state === 'active') || hasEarned) return { kind: 'find-campaign' }
  if (enrolments.some(({ state }) => state === 'applied')) return { kind: 'await-decision' }
  return { kind: 'join-first-campaign' }
}

/** The three first steps of a new member, in order, each done or not. A profile is needed to cash out, so it is last. */
export type FirstSteps = { join: boolean; share: boolean; profile: boolean }

/** How far a new member is with the first steps; null for a member who has earned, or has done all three. */
export function firstSteps(facts: MemberFacts<NextEnrolment>): FirstSteps | null {
  const share = hasShared(facts)
  const profile = facts.profileItemsMissing === 0
  if (facts.hasEarned || (share && profile)) return null
  return { join: share || facts.enrolments.some(({ state }) => state === 'active'), share, profile }
}

function hasShared({ enrolments, hasEarned }: MemberFacts<NextEnrolment>): boolean {
  return hasEarned || enrolments.some(({ countableClicks }) => countableClicks > 0)
}
