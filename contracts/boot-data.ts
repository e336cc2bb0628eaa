import type { AuthUser } from './identity.schemas.ts'

/** The id of the element in which a page carries its boot data: JSON in a script that no browser runs. */
export const bootDataId = 'boot-data'

/**
 * What a page carries for its first screen. No token and nothing that opens a session: only what the calls of the same
 * member, or of a visitor, are answered.
 */
export interface BootData {
  /** Whose page it is, as the session's cookie said; null for a visitor's. */
  user: AuthUser | null
  /** Of the member's stream, from before the answers were made: what changed since is announced by it. */
  streamId: string | null
  /** Answers of `GET` calls, by path and query. */
  answers: Record<string, unknown>
  /** What the page's first screen was rendered with, where the server rendered it (`web/member-screen.tsx`). */
  screen?: RenderedScreen
  /** Where the app leads who opens the page, whose screen is that of there: a path with a query. */
  leadsTo?: string
}

/** How a screen was rendered in Node, for the browser to begin with the same. */
export interface RenderedScreen {
  /** When, in milliseconds since 1970: "in 3 days" depends on it. */
  at: number
  /** Of the member's profile, UTC for a visitor: days and times are those of this zone. */
  timeZone: string
  shown: ShownQuery[]
}

/** The attribute of `<html>` that says of whom a page's first screen knows nothing. */
export const visitorScreenAttribute = 'data-visitor-screen'

/** A query that the screen shows, and which of the answers it has. */
export interface ShownQuery {
  key: readonly unknown[]
  /** Of the answer, path and query. */
  url: string
  /** The answer is the first page of a list that grows. */
  isPage?: true
  /** What the browser makes of the answer, where it keeps something else. */
  made?: unknown
}
