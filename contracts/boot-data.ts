import type { AuthUser } from './identity.schemas.ts'

/** The id of the element in which a page carries its boot data: JSON in a script that no browser runs. */
export const bootDataId = 'boot-data'

/**
 * What a page of a signed-in member carries for its first screen. No token and nothing that opens a session: only what
 * the same member's calls are answered.
 */
export interface BootData {
  /** Whose page it is, as the session's cookie said. */
  user: AuthUser
  /** Of the stream, from before the answers were made: what changed since is announced by it. */
  streamId: string
  /** Answers of `GET` calls, by path and query. */
  answers: Record<string, unknown>
}
