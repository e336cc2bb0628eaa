import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { User } from '#contracts/users.schemas.ts'
import type { Upload, UserChange } from './fetch-user-document.ts'
import { followAccount } from './language.ts'
import { queryClient } from './query-client.ts'
import { needsVerification } from './session-machine.ts'
import { identity, sessionStore, useSession } from './session.ts'
import { hasUnsaved } from './updates.ts'
import { whenIdle } from './when-idle.ts'
import { language } from '../ui/language.ts'

/** Loaded with the first signed-in page: it brings the schema library, which the first load does without. */
const documents = () => import('./fetch-user-document.ts')

/** Changes one's own profile, and with it the name and photo of the identity; then the document is fetched anew. */
export async function updateUser(uid: string, fields: UserChange): Promise<void> {
  await tellIdentity(await (await documents()).patchUserDocument(uid, fields))
}

/** Uploads a new photo of one's own, which the identity shows too; then the document is fetched anew. */
export async function updatePhoto(
  uid: string,
  photo: { image: Blob; send: Upload; signal: AbortSignal },
): Promise<void> {
  await tellIdentity(await (await documents()).putUserPhoto(uid, photo))
}

async function tellIdentity({ uid, displayName, photoURL }: User): Promise<void> {
  const { user } = sessionStore.state
  if (user?.uid === uid) {
    sessionStore.send({ type: 'user-changed', user: { ...user, displayName, photoURL } })
    void identity.profileChanged({ displayName, photoURL })
  }
  await refetchUser(uid)
}

/**
 * Fetches the document of a member who has just arrived, on whatever page: an invitation that this browser remembers
 * waits for it. A screen that shows something of it asks at once; where none does, or the page brought it, this comes
 * after the screen. Not while the address is not verified: the server would refuse it. `anew`: what is known is old.
 */
export async function fetchUser(uid: string, { anew = false }: { anew?: boolean } = {}): Promise<void> {
  if (anew) await refetchUser(uid)
  await whenIdle()
  const { state } = sessionStore
  if (state.user?.uid !== uid || needsVerification(state)) return
  // What fails is said by the screens that need it.
  await queryClient.prefetchQuery(documentOf(uid))
}

/** Fetches the document anew where a screen shows it, after a change or when a person asks. */
export async function refetchUser(uid: string): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: documentOf(uid).queryKey })
}

/** The signed-in member's document: `data` is null when the account is still being set up. */
export function useUser(): UseQueryResult<User | null> {
  const session = useSession()
  const uid = session.state === 'signed-in' ? session.user.uid : undefined
  return useQuery({ ...documentOf(uid ?? ''), enabled: uid !== undefined })
}

function documentOf(uid: string) {
  return queryOptions({
    queryKey: ['user', uid],
    queryFn: async ({ signal }) => {
      const user = await (await documents()).fetchUserDocument(uid, { signal, onInvited: refetchUser })
      // The account’s language holds in every browser. A page with something unsaved keeps its own for now.
      if (user?.language && user.language !== language && !hasUnsaved()) followAccount(user.language)
      return user
    },
    staleTime: 60_000,
  })
}
