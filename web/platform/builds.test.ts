import { afterEach, describe, expect, it, vi } from 'vitest'
import { checkEveryMs, mayReload, reloadGuardMs, reloadOnChunkFailure } from './builds.ts'

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

  it('asks for the latest build every hour', () => {
    expect(checkEveryMs).toBe(36e5)
  })
})
