import { afterEach, expect, test, vi } from 'vitest'
import { browserZone } from './browser-zone.ts'

afterEach(() => vi.unstubAllEnvs())

test.each(['Asia/Tokyo', 'America/New_York'])('the zone is that of now: %s', (zone) => {
  vi.stubEnv('TZ', zone)
  expect(browserZone()).toBe(zone)
})
