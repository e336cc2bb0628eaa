import bowser from 'bowser'

/** What a browser says it is; null where it does not say. */
export interface DeviceName {
  browser: string | null
  system: string | null
  kind: 'phone' | 'tablet' | 'desktop' | 'other'
}

const kinds: Record<string, DeviceName['kind']> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' }

const browsers = new Set(Object.values(bowser.BROWSER_MAP))
const systems = new Set(Object.values(bowser.OS_MAP))

/**
 * Reads a user agent: the names of browser and system as people know them, of those that there are. The library takes
 * the words of any other text for a name, and a stranger's words must not appear in a mail of ours.
 */
export function deviceName(userAgent: string): DeviceName {
  // The library refuses an empty text.
  const { browser, os, platform } = bowser.parse(userAgent || '-')
  return {
    browser: browser.name && browsers.has(browser.name) ? browser.name : null,
    system: os.name && systems.has(os.name) ? os.name : null,
    kind: kinds[platform.type ?? ''] ?? 'other',
  }
}
