import { useSession } from '../platform/session.ts'
import { useLaterPart } from './use-later-part.ts'

const loadGuard = () => import('./leave-guard.tsx')

/**
 * Where a member is asked before a form of theirs is left unsaved, on every page. It comes after the screen, and before
 * anything is typed: one that came with the first letter missed who went back at once.
 */
export function LeaveGuardPlace() {
  const isMember = useSession().state === 'signed-in'
  const loaded = useLaterPart(isMember, loadGuard)
  return isMember && loaded ? <loaded.LeaveGuard /> : null
}
