import { useEffect, useState } from 'react'

/** Something that is paid at some time: a friend, a share. */
type Payable = { paidAt: string | null; points: number }

/**
 * Points of what was paid since this browser last showed it, for one celebration. `name` is the list. The first time
 * in a browser counts the last day only, so that old payments are not celebrated.
 */
export function useNewlyPaid(name: 'friends' | 'shares', items: readonly Payable[] | undefined): number {
  const key = `crels:${name}-paid-seen`
  const [seenAt] = useState(() => readSeen(key) ?? Date.now() - 86_400_000)
  const paid = items?.filter(({ paidAt }) => paidAt !== null && Date.parse(paidAt) > seenAt) ?? []
  const latest = Math.max(0, ...paid.map(({ paidAt }) => Date.parse(paidAt!)))
  useEffect(() => {
    if (latest > 0) keepSeen(key, latest)
  }, [key, latest])
  return paid.reduce((sum, { points }) => sum + points, 0)
}

function readSeen(key: string): number | null {
  try {
    return Number(localStorage.getItem(key)) || null
  } catch {
    return null
  }
}

function keepSeen(key: string, at: number): void {
  try {
    localStorage.setItem(key, String(at))
  } catch {
    // Without storage the celebration repeats.
  }
}
