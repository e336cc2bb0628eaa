/** The member's screens that an operator can see as they do. */
export const VIEWED_SCREENS = ['home', 'wallet', 'points', 'campaigns'] as const
export type ViewedScreen = (typeof VIEWED_SCREENS)[number]
