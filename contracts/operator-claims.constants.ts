/** How many of the clicks that match a claim are shown, the newest. */
export const CLAIM_CLICKS_MAX = 50
