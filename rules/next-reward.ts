/** What a member can do next for points, the quickest first. */
export const NEXT_REWARDS = [
  'check_in',
  'monthly_claim',
  'holder_prize',
  'follow',
  'complete_profile',
  'invite_friend',
] as const

export type NextReward = (typeof NEXT_REWARDS)[number]

/** What can be had now: its points, or null where it cannot. */
export type RewardsNow = {
  checkIn: number | null
  monthlyClaim: number | null
  holderPrize: number | null
  follow: number | null
  /** What waits for nothing but a complete profile. */
  behindProfile: number | null
  inviteFriend: number
}

/** The best next action: whatever a single tap brings, then what is a little work, then a friend. */
export function nextReward(now: RewardsNow): { action: NextReward; points: number } {
  const ways: [NextReward, number | null][] = [
    ['check_in', now.checkIn],
    ['monthly_claim', now.monthlyClaim],
    ['holder_prize', now.holderPrize],
    ['follow', now.follow],
    ['complete_profile', now.behindProfile],
  ]
  const [action, points] = ways.find(([, points]) => points !== null) ?? ['invite_friend', now.inviteFriend]
  return { action, points: points! }
}
