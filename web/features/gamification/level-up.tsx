import { useEffect, useState } from 'react'
import { m } from '#messages'
import { useUser } from '#web/platform/user-document.ts'
import { Celebration, News } from '#web/ui/celebration.tsx'
import { formatNumber } from '#web/ui/common/format.ts'
import { useGamification } from './queries.ts'

/**
 * Celebrates a level once, on whatever screen shows points first after it was reached: in a live region that is there
 * from the beginning, so that a screen reader says it. What this browser never knew is no news to it.
 */
export function LevelUp() {
  const uid = useUser().data?.uid
  const level = useGamification().data?.level.number
  return <News>{uid && level !== undefined && <Reached key={uid} uid={uid} level={level} />}</News>
}

function Reached({ uid, level }: { uid: string; level: number }) {
  const [before] = useState(() => knownLevel(uid) ?? level)
  useEffect(() => keepLevel(uid, level), [uid, level])
  return level > before && <Celebration text={m.gamification_level_up({ level: formatNumber(level) })} />
}

const keyOf = (uid: string) => `crels:level-seen:${uid}`

function knownLevel(uid: string): number | null {
  try {
    return Number(localStorage.getItem(keyOf(uid))) || null
  } catch {
    return null
  }
}

function keepLevel(uid: string, level: number): void {
  try {
    localStorage.setItem(keyOf(uid), String(level))
  } catch {
    // Without storage no level is celebrated: better than each of them every time.
  }
}
