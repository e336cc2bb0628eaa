/** Every reward, by the program under which the ledger grants it; a grant also shows under this name. */
export const rewardPrograms = [
  'daily-check-in',
  'monthly-claim',
  'holder-prize',
  'social-follow',
  'friend-invitation',
  'friend-welcome',
  'social-share',
  'joining-bonus',
  'season-prize',
  'boost',
] as const
export type RewardProgram = (typeof rewardPrograms)[number]
