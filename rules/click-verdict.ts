/**
 * Whether a visit of a short link is countable, and if not why (docs/economy.md, Links and clicks).
 * Every visit is recorded with its verdict; only countable ones are clicks in statistics and rewards.
 */

/** The reasons a visit is not countable, in the order they are asked: the first that applies is the reason. */
export const CLICK_REASONS = [
  'head',
  'prefetch',
  'preview',
  'bot',
  'link_banned',
  'link_disabled',
  'link_expired',
  'repeat',
] as const

export type ClickReason = (typeof CLICK_REASONS)[number]

/** The state of a short link; every one but `active` answers 410 instead of the redirect. */
export type LinkState = 'active' | 'banned' | 'disabled' | 'expired'

/** What is known about a visit when it is judged. */
export type ClickFacts = {
  /** The HTTP method, in upper case as the server has it. */
  method: string
  /** What `isPrefetchRequest` says of the headers. */
  isPrefetch: boolean
  /** The user agent belongs to a program that builds link previews for messages and posts. */
  isPreviewBot: boolean
  /** The user agent belongs to a crawler or another program, or is missing. */
  isBot: boolean
  linkState: LinkState
  /** The same visitor had a countable click on the same link less than `REPEAT_WINDOW_MS` ago. */
  isRepeat: boolean
}

export type ClickVerdict = { countable: true; reason?: undefined } | { countable: false; reason: ClickReason }

/** Milliseconds within which another click of the same visitor on the same link is a repeat: an hour. */
export const REPEAT_WINDOW_MS = 3_600_000

const applies: Record<ClickReason, (facts: ClickFacts) => boolean> = {
  head: ({ method }) => method !== 'GET',
  prefetch: ({ isPrefetch }) => isPrefetch,
  preview: ({ isPreviewBot }) => isPreviewBot,
  bot: ({ isBot }) => isBot,
  link_banned: ({ linkState }) => linkState === 'banned',
  link_disabled: ({ linkState }) => linkState === 'disabled',
  link_expired: ({ linkState }) => linkState === 'expired',
  repeat: ({ isRepeat }) => isRepeat,
}

/**
 * Judges a visit. What separates programs from people is asked before the link and before a repeat, so that
 * `isHumanClick` can be read from the recorded reason alone.
 */
export function clickVerdict(facts: ClickFacts): ClickVerdict {
  const reason = CLICK_REASONS.find((candidate) => applies[candidate](facts))
  return reason === undefined ? { countable: true } : { countable: false, reason }
}

/** Every question of the verdict with its answer, in order: what a creator sees who tests an own link. */
export function clickChecks(facts: ClickFacts): { key: ClickReason; ok: boolean }[] {
  return CLICK_REASONS.map((key) => ({ key, ok: !applies[key](facts) }))
}

/** Reasons that say no person was there: a later conversion for such a click is `click_not_human`. */
const NOT_HUMAN: ReadonlySet<string> = new Set<ClickReason>(['head', 'prefetch', 'preview', 'bot'])

/** Whether a click with this recorded reason was a person's; a repeat is, and still converts. */
export function isHumanClick(reason: ClickReason | null | undefined): boolean {
  return reason === null || reason === undefined || !NOT_HUMAN.has(reason)
}

/**
 * Whether a visitor asks not to be tracked, by `DNT: 1` or `Sec-GPC: 1` (Global Privacy Control): then the visit counts,
 * and nothing beyond that is kept of where it came from. Names of headers are in lower case.
 */
export function asksNotToBeTracked(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): boolean {
  return headers['dnt'] === '1' || headers['sec-gpc'] === '1'
}

/**
 * Whether a request only prefetches a page that may never be shown. Reads `Sec-Purpose` and `Purpose` (Chromium,
 * `prefetch;prerender`), `X-Purpose` (Safari's `preview`) and `X-Moz` (Firefox); names are in lower case.
 */
export function isPrefetchRequest(headers: Readonly<Record<string, string | string[] | undefined>>): boolean {
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /\b(?:prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')),
  )
}
