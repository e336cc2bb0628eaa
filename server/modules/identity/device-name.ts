import bowser from 'bowser'

/** What a browser says it is; null where it does not say. */
export interface DeviceName {
  browser: string | null
  system: string | null
  kind: 'phone' | 'tablet' | 'desktop' | 'other'
}

const kinds: Record<string, DeviceName['kind']> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' }

/** Reads a user agent: the names of browser and system as people know them. */
export function deviceName(userAgent: string): DeviceName {
  // The library refuses an empty text.
  const { browser, os, platform } = bowser.parse(userAgent || '-')
  return {
    browser: browser.name || null,
    system: os.name || null,
    kind: kinds[platform.type ?? ''] ?? 'other',
  }
}
