import { useEffect, useState } from 'react'
import type { Friend } from '#contracts/friends.responses.ts'

const key = 'crels:friends-paid-seen'

/**
 * Points of friends who were paid since this browser last showed them: for a celebration, once. On a browser's first
 * look the last day counts, so that nobody is congratulated on last year.
 */
export function useNewlyPaid(friends: readonly Friend[] | undefined): number {
  const [seenAt] = useState(() => readSeen() ?? Date.now() - 86_400_000)
  const paid = friends?.filter(({ paidAt }) => paidAt !== null && Date.parse(paidAt) > seenAt) ?? []
  const latest = Math.max(0, ...paid.map(({ paidAt }) => Date.parse(paidAt!)))
  useEffect(() => {
    if (latest > 0) keepSeen(latest)
  }, [latest])
  return paid.reduce((sum, { points }) => sum + points, 0)
}

function readSeen(): number | null {
  try {
    return Number(localStorage.getItem(key)) || null
  } catch {
    return null
  }
}

function keepSeen(at: number): void {
  try {
    localStorage.setItem(key, String(at))
  } catch {
    // Without storage the celebration comes again, which harms nobody.
  }
}
