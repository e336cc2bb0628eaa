import { useEffect, useSyncExternalStore } from 'react'
import { useFewCampaigns } from './shared/queries.ts'

const key = 'crels:new-arrivals-seen'

/**
 * Whether campaigns began since this browser last showed the new arrivals: the dot on their tab. Showing them, which is
 * `isShown`, takes it away for the next time.
 */
export function useNewArrivals(isShown: boolean): boolean {
  const newest = useFewCampaigns({ sort: 'new' }, 1).data?.items[0]?.startsAt
  const seen = useSyncExternalStore(neverSaid, readSeen, () => Number.POSITIVE_INFINITY)
  useEffect(() => {
    if (isShown && newest !== undefined) keepSeen(newest)
  }, [isShown, newest])
  return !isShown && newest !== undefined && Date.parse(newest) > seen
}

const neverSaid = () => () => {}

function readSeen(): number {
  try {
    return Date.parse(localStorage.getItem(key) ?? '') || 0
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

function keepSeen(startsAt: string): void {
  try {
    localStorage.setItem(key, startsAt)
  } catch {
    // Without storage there is no dot.
  }
}
