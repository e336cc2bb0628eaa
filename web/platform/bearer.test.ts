import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bearer } from './bearer.ts'
import { SessionStore } from './session-store.ts'

const user = {
  uid: 'usr_1',
  email: 'ola@example.com',
  emailVerified: true,
  displayName: 'Ola',
  photoURL: null,
}

describe('bearer', () => {
  let warnings: string[]
  let pauses: number[]
  const pause = (ms: number) => {
    pauses.push(ms)
    return Promise.resolve()
  }

  beforeEach(() => {
    warnings = []
    pauses = []
    vi.spyOn(console, 'warn').mockImplementation((text: string) => void warnings.push(text))
  })
  afterEach(() => vi.restoreAllMocks())

  /** A store whose refreshes answer with what `answer` gives for each, in order. */
  function storeWith(answer: (id: number) => 'fails' | 'signed-out' | 'token'): SessionStore {
    const store = new SessionStore()
    store.connect((effect) => {
      if (effect.type !== 'refresh') return
      const { id } = effect
      queueMicrotask(() => {
        const outcome = answer(id)
        if (outcome === 'fails') store.send({ type: 'refresh-failed', id, failure: 'network' })
        else if (outcome === 'signed-out') store.send({ type: 'refresh-answered', id, session: null })
        else {
          const session = { user, accessToken: `token-${id}`, expiresInSec: 3600 }
          store.send({ type: 'refresh-answered', id, session })
        }
      })
    })
    return store
  }

  it('gives the token at hand, at once', async () => {
    const store = storeWith(() => 'signed-out')
    store.send({ type: 'signed-in', session: { user, accessToken: 'here', expiresInSec: 3600 } })
    expect(await bearer(store, { pause })).toBe('here')
    expect(pauses).toEqual([])
    expect(warnings).toEqual([])
  })

  it('waits for the first refresh of the page', async () => {
    const store = storeWith(() => 'token')
    store.send({ type: 'start', lastUid: null })
    expect(await bearer(store, { pause })).toBe('token-1')
  })

  it('asks three times 300 ms apart, logs each failure and goes without', async () => {
    const store = storeWith(() => 'signed-out')
    store.send({ type: 'start', lastUid: null })
    expect(await bearer(store, { pause })).toBeNull()
    expect(pauses).toEqual([300, 300])
    expect(warnings).toHaveLength(3)
  })

  it('asks five times when forced, and fails by the letter', async () => {
    const store = storeWith(() => 'signed-out')
    store.send({ type: 'start', lastUid: null })
    await expect(bearer(store, { forced: true, pause })).rejects.toThrow(
      /^Failed to get authentication token$/,
    )
    expect(pauses).toEqual([300, 300, 300, 300])
    expect(warnings).toHaveLength(5)
  })

  it('takes a token that arrives while it waits', async () => {
    const store = storeWith(() => 'signed-out')
    const session = { user, accessToken: 'late', expiresInSec: 3600 }
    const late = (ms: number) => {
      pauses.push(ms)
      if (pauses.length === 2) store.send({ type: 'signed-in', session })
      return Promise.resolve()
    }
    store.send({ type: 'start', lastUid: null })
    expect(await bearer(store, { pause: late })).toBe('late')
    expect(warnings).toHaveLength(2)
  })
})
