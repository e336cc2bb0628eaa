import type { Query, QueryClient } from '@tanstack/react-query'
import type { StreamTopic } from '#contracts/stream.constants.ts'
import { bootStreamId } from './boot-data.ts'
import { loadInBackground } from './builds.ts'
import { pause } from './pause.ts'
import { needsVerification } from './session-machine.ts'
import { sessionStore } from './session.ts'
import { everyScreenTopics, readAgain, readAllAnnounced } from './topics.ts'
import { whenIdle } from './when-idle.ts'

/** Ranks change for every viewer with each member who earns: listened to where they are on screen. */
const screenTopic = 'leaderboard' satisfies StreamTopic

/**
 * Keeps what is on screen true while a member is signed in: the server says which of their things changed, on
 * whatever device or by whomever, and the answers that show them are read again; each minute where the part that listens
 * did not load.
 */
export function followChanges(client: QueryClient): void {
  let followed: string | null = null
  let isShown = false
  const everywhere = listener(everyScreenTopics)
  const onScreen = listener([screenTopic])
  sessionStore.subscribe(() => {
    const { state } = sessionStore
    followed = state.user && !needsVerification(state) ? state.user.uid : null
    everywhere(followed)
    onScreen(isShown ? followed : null)
  })
  const cache = client.getQueryCache()
  cache.subscribe(({ type, query }) => {
    if ((type !== 'observerAdded' && type !== 'observerRemoved') || !showsScreenTopic(query)) return
    // Another view of the same screen is shown in the same moment in which the one before goes.
    queueMicrotask(() => {
      isShown = cache.findAll({ type: 'active', predicate: showsScreenTopic }).length > 0
      onScreen(isShown ? followed : null)
    })
  })

  /** Listens for a member as long as they are the one named. */
  function listener(topics: readonly StreamTopic[]) {
    let current: string | null = null
    let leave = new AbortController()
    return (uid: string | null) => {
      if (uid === current) return
      current = uid
      leave.abort()
      leave = new AbortController()
      if (uid) void follow(uid, topics, leave.signal)
    }
  }

  async function follow(uid: string, topics: readonly StreamTopic[], signal: AbortSignal) {
    await whenIdle()
    if (signal.aborted) return
    try {
      const { readStream } = await loadInBackground(() => import('./read-stream.ts'))
      await readStream({
        uid,
        since: bootStreamId(uid),
        topics,
        signal,
        changed: (news) => void readAgain(client, news),
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

function showsScreenTopic({ meta }: Query): boolean {
  return meta?.live?.includes(screenTopic) ?? false
}
