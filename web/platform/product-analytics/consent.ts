import { useSyncExternalStore } from 'react'
import { analyticsMetaName, type PublicAnalytics } from '#contracts/public-analytics.ts'

/** In this browser's storage: the visitor's choice, its time, and the version of the question. */
const key = 'crels:analytics-consent'

/** A visitor's choice. */
export interface Consent {
  granted: boolean
  /** ISO 8601. */
  at: string
  version: number
}

/** Null where this installation does not do analytics, and in pages without the server, which do not know. */
export const publicAnalytics: PublicAnalytics | null = readPublicAnalytics()

function readPublicAnalytics(): PublicAnalytics | null {
  if (typeof document === 'undefined') return null
  const said = document.querySelector<HTMLMetaElement>(`meta[name="${analyticsMetaName}"]`)?.content
  return said ? (JSON.parse(said) as PublicAnalytics) : null
}

let consent = readConsent()
const listeners = new Set<() => void>()

function readConsent(): Consent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? 'null') as Partial<Consent> | null
    return typeof kept?.granted === 'boolean' && kept.version === publicAnalytics?.consentVersion
      ? (kept as Consent)
      : null
  } catch {
    // No storage, or something else under the key: no choice.
    return null
  }
}

/** Keeps a choice: in this browser, or where it has no storage until the page is left. */
export function setConsent(granted: boolean): void {
  consent = { granted, at: new Date().toISOString(), version: publicAnalytics?.consentVersion ?? 0 }
  try {
    localStorage.setItem(key, JSON.stringify(consent))
  } catch {
    // As above.
  }
  changed()
}

/** The choice of this browser; null before it is made. */
export function consentNow(): Consent | null {
  return consent
}

/** Hears of every choice, of other tabs too; answers how to stop. */
export function onConsent(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function changed(): void {
  for (const listener of listeners) listener()
}

if (typeof window !== 'undefined')
  window.addEventListener('storage', (event: StorageEvent) => {
    if (event.key !== key && event.key !== null) return
    consent = readConsent()
    changed()
  })

/** Whether the browser itself says that its person wants no tracking: Global Privacy Control or Do Not Track. */
function isTrackingRefused(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as {
    globalPrivacyControl?: boolean
    doNotTrack?: string
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/**
 * `off` where there is nothing to choose, `refused` by the browser's own setting, `ask` before the visitor has chosen
 * where they are asked, and else what holds. Events are sent only in `granted`.
 */
export type ConsentState = 'off' | 'refused' | 'ask' | 'granted' | 'denied'

/** The state now. */
export function consentState(): ConsentState {
  if (!publicAnalytics) return 'off'
  if (isTrackingRefused()) return 'refused'
  if (!consent) return publicAnalytics.asks ? 'ask' : 'granted'
  return consent.granted ? 'granted' : 'denied'
}

/** The state, and a new render when it changes. */
export function useConsent(): ConsentState {
  return useSyncExternalStore(onConsent, consentState, () => 'off')
}
