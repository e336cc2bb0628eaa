import { useSession } from '../platform/session.ts'
import { useLaterPart } from './use-later-part.ts'

const loadMoments = () => import('../features/moments/moments.tsx')

/** Where a member's moments appear, after the screen. */
export function MomentsPlace() {
  const session = useSession()
  const uid = session.state === 'signed-in' ? session.user?.uid : undefined
  const loaded = useLaterPart(uid !== undefined, loadMoments)
  return uid !== undefined && loaded ? <loaded.Moments key={uid} /> : null
}
