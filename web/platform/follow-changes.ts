import type { Query, QueryClient } from '@tanstack/react-query'
import type { StreamTopic } from '#contracts/stream.ts'
import { comeLater } from './builds.ts'
import { needsVerification } from './session-machine.ts'
import { sessionStore } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** What of the member's the answer shows: it is read again when the server says that this changed. */
      live?: readonly StreamTopic[]
    }
  }
}

/**
 * Keeps what is on screen true while a member is signed in: the server says which of their things changed, on
 * whatever device or by whomever, and the answers that show them are read again.
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
    await idle()
    if (signal.aborted) return
    const reader = await loadReader(signal)
    await reader?.readStream({ uid, signal, changed: (topics) => void readAgain(topics) })
  }

  async function readAgain(topics: readonly StreamTopic[]) {
    const shows = ({ meta }: Query) => meta?.live?.some((topic) => topics.includes(topic)) ?? false
    await client.invalidateQueries({ predicate: shows })
  }
}

const loadAgainMs = 30_000

/** The part that reads the stream, asked for until it comes; undefined where `signal` aborted first. */
async function loadReader(signal: AbortSignal) {
  while (!signal.aborted) {
    try {
      return await comeLater(import('./read-stream.ts'))
    } catch {
      await online(signal)
    }
  }
  return undefined
}

/** When the connection is back, at the latest after half a minute, or `signal` aborts. */
async function online(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const any = AbortSignal.any([signal, AbortSignal.timeout(loadAgainMs)])
    any.addEventListener('abort', () => resolve())
    addEventListener('online', () => resolve(), { once: true, signal: any })
  })
}

/** When the browser has nothing else to do: the screen comes first. */
async function idle(): Promise<void> {
  await new Promise<void>((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 5_000 })
    else setTimeout(resolve, 2_000)
  })
}
