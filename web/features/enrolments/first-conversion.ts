import { useEffect, useState } from 'react'

/**
 * Whether a member's first conversion is news on this browser: there were none when it last looked, or it looks for the
 * first time and there is just the one. Stays true until the page is left, and never comes again.
 */
export function useFirstConversion(uid: string, conversions: number | undefined): boolean {
  const key = `crels:conversions-seen:${uid}`
  const [seen] = useState(() => readSeen(key))
  useEffect(() => {
    if (conversions !== undefined) keepSeen(key, conversions)
  }, [key, conversions])
  return conversions !== undefined && isFirst(seen, conversions)
}

/** `seen` is null on a browser that never looked. */
export function isFirst(seen: number | null, conversions: number): boolean {
  return seen === null ? conversions === 1 : seen === 0 && conversions > 0
}

function readSeen(key: string): number | null {
  try {
    const seen = localStorage.getItem(key)
    return seen === null ? null : Number(seen)
  } catch {
    // Without storage there is no celebration: it would repeat on each visit.
    return Number.NaN
  }
}

function keepSeen(key: string, conversions: number): void {
  try {
    localStorage.setItem(key, String(conversions))
  } catch {
    // As above.
  }
}
