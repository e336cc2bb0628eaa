/**
 * What an inbox shows: `open` waits for an operator, `mine` of these has who asks, both the longest wait first; `all` has
 * what is done too, the newest first.
 */
export const INBOX_SHOWS = ['open', 'mine', 'all'] as const
export type InboxShow = (typeof INBOX_SHOWS)[number]
