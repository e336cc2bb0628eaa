import { useEffect, useState, type ComponentType } from 'react'
import { loadInBackground } from '../platform/builds.ts'
import { useSession } from '../platform/session.ts'
import { whenIdle } from '../platform/when-idle.ts'

/**
 * Where a member's moments appear. It comes after the screen; where it does not load, nothing is missed: the next visit
 * has it.
 */
export function MomentsPlace() {
  const session = useSession()
  const uid = session.state === 'signed-in' ? session.user?.uid : undefined
  const [loaded, setLoaded] = useState<{ Moments: ComponentType }>()
  useEffect(() => {
    if (uid === undefined) return
    void whenIdle()
      .then(() => loadInBackground(() => import('../features/moments/moments.tsx')))
      .then(setLoaded, () => {})
  }, [uid])
  return uid !== undefined && loaded ? <loaded.Moments key={uid} /> : null
}
