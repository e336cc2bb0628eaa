import type { QueryClient } from '@tanstack/react-query'
import { bootStreamId } from './boot-data.ts'
import { loadInBackground } from './builds.ts'
import { pause } from './pause.ts'
import { needsVerification } from './session-machine.ts'
import { sessionStore } from './session.ts'
import { readAgain, readAllAnnounced } from './topics.ts'
import { whenIdle } from './when-idle.ts'

/**
 * Keeps what is on screen true while a member is signed in: the server says which of their things changed, on
 * whatever device or by whomever, and the answers that show them are read again; each minute where the part that listens
 * did not load.
 */
export function followChanges(client: QueryClient): void {
  let followed: string | null = null
  let leave = new AbortController()
  sessionStore.subscribe(() => {
    const { state } = sessionStore
    const uid = state.user && !needsVerification(state) ? state.user.uid : null
    if (uid === followed) return
    followed = uid
    leave.abort()
    leave = new AbortController()
    if (uid) void follow(uid, leave.signal)
  })

  async function follow(uid: string, signal: AbortSignal) {
    await whenIdle()
    if (signal.aborted) return
    try {
      const { readStream } = await loadInBackground(() => import('./read-stream.ts'))
      await readStream({
        uid,
        since: bootStreamId(uid),
        signal,
        changed: (topics) => void readAgain(client, topics),
      })
    } catch {
      await readNowAndThen(signal)
    }
  }

  /** A part that did not load does not come in this page's life: a browser keeps the failure. */
  async function readNowAndThen(signal: AbortSignal) {
    for (let rounds = 1; !signal.aborted; rounds += 1) {
      await pause(rounds, signal)
      if (document.visibilityState === 'visible') await readAllAnnounced(client)
    }
  }
}
