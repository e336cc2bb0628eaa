import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest'
import { checkEveryMs, loadInBackground, mayReload, reloadGuardMs, reloadOnChunkFailure } from './builds.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function full(): void {
  throw new DOMException('Full', 'QuotaExceededError')
}

describe('a chunk that fails', () => {
  it('reloads once, and within ten seconds not again', () => {
    const first = 1_700_000_000_000
    expect(mayReload(0, first)).toBe(true)
    expect(mayReload(first, first + 1)).toBe(false)
    expect(mayReload(first, first + reloadGuardMs - 1)).toBe(false)
    expect(mayReload(first, first + reloadGuardMs)).toBe(true)
    expect(reloadGuardMs).toBe(10_000)
  })

  it('is not stuck by a clock that was set back', () => {
    expect(mayReload(2_000_000, 1_000_000)).toBe(true)
  })

  it.each<[string, () => void, number]>([
    ['is the error page where a reload cannot be guarded, since storage is full', full, 0],
    ['reloads where it can', () => {}, 1],
  ])('%s', (_, setItem, reloads) => {
    const window = new EventTarget()
    const reload = vi.fn<() => void>()
    vi.stubGlobal('window', window)
    vi.stubGlobal('navigator', { onLine: true })
    vi.stubGlobal('sessionStorage', { getItem: () => null, setItem })
    vi.stubGlobal('location', { reload })
    reloadOnChunkFailure(() => null)
    const failure = new Event('vite:preloadError', { cancelable: true })
    window.dispatchEvent(failure)
    // Not prevented, the import rejects and the error page comes; else it never settles.
    expect([failure.defaultPrevented, reload.mock.calls.length]).toEqual([reloads === 1, reloads])
  })

  describe('while a part that no screen waits for is on its way', () => {
    let reload: Mock<() => void>
    const storage = new Map<string, string>()
    beforeEach(() => {
      reload = vi.fn<() => void>()
      storage.clear()
      vi.stubGlobal('window', new EventTarget())
      vi.stubGlobal('navigator', { onLine: true })
      vi.stubGlobal('sessionStorage', {
        getItem: (key: string) => storage.get(key) ?? null,
        setItem: (key: string, value: string) => void storage.set(key, value),
      })
      vi.stubGlobal('location', { reload })
      reloadOnChunkFailure(() => null)
    })

    /** What the build makes of an `import()` that fails. */
    const fails = (error: Error) => async () => {
      await aTask()
      const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: error })
      window.dispatchEvent(event)
      if (!event.defaultPrevented) throw error
    }
    const aTask = async () => await new Promise((resolve) => setTimeout(resolve, 5))
    const gone = new Error('gone')

    it('one of a screen reloads all the same', async () => {
      const { promise, resolve } = Promise.withResolvers<object>()
      const other = loadInBackground(async () => await promise)
      await fails(gone)()
      await aTask()
      expect(reload).toHaveBeenCalledOnce()
      resolve({})
      await other
      expect(mayReload(Number(storage.get('crels:chunk-reload')), Date.now())).toBe(false)
    })

    it.each<[string, () => Promise<unknown>]>([
      ['a module', fails(gone)],
      ['a part of one', async () => ((await fails(gone)()) as unknown as { part: string }).part],
    ])('its own failure is its own: %s', async (_, load) => {
      await expect(loadInBackground(load)).rejects.toBe(gone)
      await aTask()
      expect(reload).not.toHaveBeenCalled()
      // The next one of a screen is the first.
      await fails(gone)()
      expect(reload).toHaveBeenCalledOnce()
    })

    it('both in one moment reload once', async () => {
      const own = loadInBackground(fails(gone))
      void fails(new Error('of a screen'))()
      await expect(own).rejects.toThrow()
      await aTask()
      expect(reload).toHaveBeenCalledOnce()
    })
  })

  it('asks for the latest build every hour', () => {
    expect(checkEveryMs).toBe(36e5)
  })
})
