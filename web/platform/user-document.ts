import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { getUser, patchUser } from '#contracts/users.ts'
import type { User } from '#contracts/users.responses.ts'
import { profileCompletion } from '#rules/profile-completion.ts'
import type { Sent } from '#contracts/endpoint.ts'
import { ApiProblem } from './api-problem.ts'
import { call } from './api.ts'
import { queryClient } from './query-client.ts'
import { sessionStore, useSession } from './session.ts'

/** Five calls in all, with these waits between them (specification section 9). */
export const absentWaitsMs = [1000, 2000, 4000, 8000]

const keyOf = (uid: string) => ['user', uid] as const

/**
 * Fetches the member's document. A 404 is asked again with growing waits; after the last the member is absent
 * (null), with a warning. Other failures are thrown on. The completion is recomputed after every fetch.
 */
export async function fetchUserDocument(
  uid: string,
  { signal, wait = pause }: { signal?: AbortSignal; wait?: (ms: number) => Promise<void> } = {},
): Promise<User | null> {
  for (const waitMs of [...absentWaitsMs, null]) {
    try {
      return withCompletion(await call(getUser, { params: { uid }, signal }))
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.status !== 404) throw error
    }
    if (waitMs !== null) await wait(waitMs)
    signal?.throwIfAborted()
  }
  console.warn('User document not found after retries')
  return null
}

/** Changes one's own profile, and with it the name and photo of the identity; then the document is fetched anew. */
export async function updateUser(
  uid: string,
  fields: NonNullable<Sent<typeof patchUser>['body']>,
): Promise<void> {
  const user = await call(patchUser, { params: { uid }, body: fields })
  const identity = sessionStore.state.user
  if (identity?.uid === uid) {
    const { displayName, photoURL } = user
    sessionStore.send({ type: 'user-changed', user: { ...identity, displayName, photoURL } })
  }
  await refetchUser(uid)
}

/** Fetches the document anew, at arrival, after a change, or when a person asks. */
export async function refetchUser(uid: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: keyOf(uid) })
}

/** The signed-in member's document: `data` is null when the account is still being set up. */
export function useUser(): UseQueryResult<User | null> {
  const session = useSession()
  const uid = session.state === 'signed-in' ? session.user.uid : undefined
  return useQuery({
    queryKey: keyOf(uid ?? ''),
    queryFn: ({ signal }) => fetchUserDocument(uid!, { signal }),
    enabled: uid !== undefined,
    staleTime: 60_000,
  })
}

function withCompletion(user: User): User {
  return { ...user, profileCompletion: profileCompletion(user) }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
