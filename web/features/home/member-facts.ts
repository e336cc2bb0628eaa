import type { Enrolment } from '#contracts/enrolments.schemas.ts'
import type { User } from '#contracts/users.schemas.ts'
import type { Wallet } from '#contracts/wallet.schemas.ts'
import type { MemberFacts, NextEnrolment } from '#rules/next-action.ts'

/** An enrolment as the next action looks at it, with the one it was made from. */
export type HomeEnrolment = NextEnrolment & { enrolment: Enrolment }

/** What home knows of a member, as the rules of the next action want it. A wallet that failed to load counts as none. */
export function memberFacts(
  user: User,
  enrolments: readonly Enrolment[],
  wallet: Wallet | undefined,
): MemberFacts<HomeEnrolment> {
  const { available = 0, pending = 0, reserved = 0, debt = 0 } = wallet ?? {}
  return {
    // Home is for verified members; the gate sends all others to the verification.
    emailVerified: true,
    profileItemsMissing: user.profileCompletion.missingFields.length,
    enrolments: enrolments.map((enrolment) => ({
      enrolment,
      state: enrolment.state,
      canShare: enrolment.link !== null && enrolment.campaign.state === 'active',
      countableClicks: enrolment.statistics.countableClicks,
    })),
    hasEarned: available + pending + reserved + debt > 0,
    hasPending: pending > 0,
  }
}
