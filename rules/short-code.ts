import { drawCode, type RandomBytes } from './code-alphabet.ts'

/** Characters of a code we draw for a short link (docs/economy.md, Links and clicks). */
export const SHORT_CODE_LENGTH = 7

/** Fewest and most characters of a member's own code. */
export const OWN_CODE_LENGTH_MIN = 3
export const OWN_CODE_LENGTH_MAX = 40

/**
 * Words that are no one's code: parts of our own addresses, words that would speak for the product or its
 * operator, and values that programs print by mistake. Compared without hyphens, so `log-in` is `login`.
 */
export const RESERVED_WORDS: ReadonlySet<string> = new Set(
  `about account accounts admin administrator all analytics api app assets auth billing blog brand brands builds
  campaign campaigns categories category checkout claim claims console contact conversion conversions cookies crel
  crels dashboard delete deleteaccount dev docs download earnings email enrolments exchange false faq favicon feed
  files find full gamification graphql health healthz help home identity index install invite invitation jobs js
  jwks leaderboard legal link links live localhost login logout mail manifest metrics moderator mycampaigns nan new
  newarrivals news none notifications null object official openapi operator orders password pay payment payments
  payout payouts performanceanalytics ping points popular press prices pricing privacy prize prizes profile public
  px readyz recover redeem redemption redemptions redirect referral referrals refresh register reset resetpassword
  reward rewards robots root season search secure security sent session sessions settings setup share shop
  shortlink shortlinks signin signout signup sitemap social staff static status stream support sw sys system team
  terms test token track true tutorial undefined unsubscribe update user username users verify verification wallet
  webhook webhooks wellknown www`.split(/\s+/),
)

/** Why an own code is refused. */
export type OwnCodeRefusal = 'too_short' | 'too_long' | 'bad_characters' | 'reserved'

/** Draws the code of a short link: 7 characters without look-alikes. Unique only where the database says so. */
export function drawShortCode(randomBytes: RandomBytes): string {
  return drawCode(SHORT_CODE_LENGTH, randomBytes)
}

/**
 * Why a member's own code is refused, or undefined when it is fine: 3–40 of `a-z 0-9 -`, and not a reserved word. It is
 * judged as typed; upper case is refused, not corrected, so that what is typed is what is shared.
 */
export function ownCodeRefusal(code: string): OwnCodeRefusal | undefined {
  if (!/^[a-z0-9-]*$/.test(code)) return 'bad_characters'
  if (code.length < OWN_CODE_LENGTH_MIN) return 'too_short'
  if (code.length > OWN_CODE_LENGTH_MAX) return 'too_long'
  return RESERVED_WORDS.has(code.replaceAll('-', '')) ? 'reserved' : undefined
}

/** Whether a text could be the code of a short link at all, drawn or own; anything else needs no look-up. */
export function isShortCode(text: string): boolean {
  return /^[a-z0-9-]{3,40}$/.test(text)
}
