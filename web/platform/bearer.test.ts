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

  /** Of a store whose refreshes all fail, how many were asked for. */
  function failingStore() {
    let refreshes = 0
    const store = storeWith(() => {
      refreshes += 1
      return 'fails'
    })
    store.send({ type: 'start', lastUid: null })
    return { store, refreshes: () => refreshes }
  }

  it('asks the server at each attempt, and takes what the third gives', async () => {
    const store = storeWith((id) => (id < 3 ? 'fails' : 'token'))
    store.send({ type: 'start', lastUid: null })
    expect(await bearer(store, { pause })).toBe('token-3')
    expect(pauses).toEqual([300, 300])
    expect(warnings).toHaveLength(2)
  })

  it('asks a failing server five times where it is forced, and not again before the wait is over', async () => {
    const { store, refreshes } = failingStore()
    for (const _ of [1, 2]) {
      await expect(bearer(store, { forced: true, pause })).rejects.toThrow('Failed to get')
      expect(refreshes()).toBe(5)
    }
    expect(warnings).toHaveLength(10)
  })

  it('asks again also where the refresh had failed before', async () => {
    const store = storeWith((id) => (id < 2 ? 'fails' : 'token'))
    store.send({ type: 'start', lastUid: null })
    await store.settled()
    expect(await bearer(store, { pause })).toBe('token-2')
  })

  it('asks no more often for calls that come one after the other, all the time', async () => {
    const { store, refreshes } = failingStore()
    const calls: Promise<unknown>[] = []
    const another = async (ms: number) => {
      pauses.push(ms)
      if (calls.length < 40) calls.push(bearer(store, { pause: another }))
      await Promise.resolve()
    }
    calls.push(bearer(store, { pause: another }))
    for (let at = 0; at < calls.length; at += 1) await calls[at]
    expect(calls).toHaveLength(40)
    expect(refreshes()).toBe(5)
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
