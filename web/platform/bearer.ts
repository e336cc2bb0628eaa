import { usableToken } from './session-machine.ts'
import type { SessionStore } from './session-store.ts'

/** Attempts at a token, and how far apart; docs/session.md, Calls. */
export const attempts = 3
export const attemptsForced = 5
export const attemptGapMs = 300

/** What a forced call fails with when there is no token, to the letter of docs/session.md, Calls. */
export const noToken = 'Failed to get authentication token'

/**
 * The access token to send, or null when there is none after three attempts 300 ms apart. Forced: five attempts,
 * and then it throws. Each failed attempt is logged; one after it has a refresh that failed made again.
 */
export async function bearer(
  store: SessionStore,
  { forced = false, pause = wait }: { forced?: boolean; pause?: (ms: number) => Promise<void> } = {},
): Promise<string | null> {
  const most = forced ? attemptsForced : attempts
  for (let attempt = 1; attempt <= most; attempt += 1) {
    const token = await retrieve(store, attempt > 1)
    if (token) return token
    console.warn(`Access token not available (attempt ${attempt} of ${most})`)
    if (attempt < most) await pause(attemptGapMs)
  }
  if (forced) throw new Error(noToken)
  return null
}

async function retrieve(store: SessionStore, again: boolean): Promise<string | null> {
  const token = usableToken(store.state, Date.now())
  if (token) return token
  store.send({ type: 'token-needed', again })
  return usableToken(await store.settled(), Date.now())
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
