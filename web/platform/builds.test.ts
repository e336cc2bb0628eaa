import { describe, expect, it } from 'vitest'
import { checkEveryMs, mayReload, reloadGuardMs } from './builds.ts'

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

  it('asks for the latest build every hour', () => {
    expect(checkEveryMs).toBe(36e5)
  })
})
