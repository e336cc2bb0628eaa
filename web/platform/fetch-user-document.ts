import { getUser, patchUser, putPhoto } from '#contracts/users.endpoints.ts'
import type { User } from '#contracts/users.schemas.ts'
import type { Sent } from '#contracts/endpoint.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import { ApiProblem } from './api-problem.ts'
import { call } from './api.ts'
import type { upload } from './upload.ts'
import { rememberedInvitation } from '#web/platform/invitation/invitation.ts'

/** Five calls in all, with these waits between them (docs/session.md, Calls). */
export const absentWaitsMs = [1000, 2000, 4000, 8000]

/**
 * Fetches the member's document. A 404 is asked again with growing waits; after the last the member is absent
 * (null), with a warning. Other failures are thrown on. The completion is recomputed after every fetch.
 */
export async function fetchUserDocument(
  uid: string,
  {
    signal,
    wait = pause,
    onInvited,
  }: {
    signal?: AbortSignal
    wait?: (ms: number) => Promise<void>
    /** The document is out of date: an invitation that this browser remembered was completed. */
    onInvited?: (uid: string) => Promise<void>
  } = {},
): Promise<User | null> {
  for (const waitMs of [...absentWaitsMs, null]) {
    try {
      const user = await call(getUser, { params: { uid }, signal })
      if (onInvited) void sayWhoInvited(user, onInvited)
      return withCompletion(user)
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 404) throw error
    }
    if (waitMs !== null) await wait(waitMs)
    signal?.throwIfAborted()
  }
  console.warn('User document not found after retries')
  return null
}

/** Completes an invitation that this browser remembers; the code for it loads only where there is one. */
async function sayWhoInvited(user: User, onInvited: (uid: string) => Promise<void>): Promise<void> {
  const inviter = rememberedInvitation()
  if (!inviter) return
  const { completeStoredInvitation } = await import('#web/platform/invitation/complete-invitation.ts')
  if (await completeStoredInvitation(user, inviter)) await onInvited(user.uid)
}

/** Changes one's own profile. Throws `ApiProblem` or `NetworkFailure`, and then nothing was written. */
export function patchUserDocument(uid: string, fields: UserChange): Promise<User> {
  return call(patchUser, { params: { uid }, body: fields })
}

/** Makes an image one's photo; `send` sends its bytes. Throws as `patchUserDocument`. */
export function putUserPhoto(
  uid: string,
  { image, send, signal }: { image: Blob; send: Upload; signal: AbortSignal },
): Promise<User> {
  return call(putPhoto, { params: { uid }, body: image, send, signal })
}

/** How bytes are sent: `upload` of upload.ts, which comes with the screens that send some. */
export type Upload = ReturnType<typeof upload>

/** The writable fields of a profile, each of which may be left out. */
export type UserChange = NonNullable<Sent<typeof patchUser>['body']>

function withCompletion(user: User): User {
  return { ...user, profileCompletion: profileCompletion(user) }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
