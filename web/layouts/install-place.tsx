import { useLocation } from 'react-router'
import { paths } from '#contracts/paths.ts'
import { useInstall, useInstallSnoozed } from '../platform/install.ts'
import { useConsent } from '../platform/product-analytics/consent.ts'
import { useSession } from '../platform/session.ts'
import { useUnsaved, useUpdates } from '../platform/updates.ts'
import { useLaterPart } from './use-later-part.ts'

const loadOffer = () => import('../features/install/install-offer.tsx')

/** Where a member looks around, and is in the middle of nothing. */
const calmPages: ReadonlySet<string> = new Set([paths.home, paths.points, paths.rewards, paths.profile])

/**
 * Where the app is proposed for installation: to members whose browser can, one question at a time. Its file comes when
 * the screen is there, and only where there is something to propose.
 */
export function InstallPlace() {
  const isMember = useSession().state === 'signed-in'
  const isPossible = useInstall().way !== null
  const isSnoozed = useInstallSnoozed()
  const isAsked = useConsent() === 'ask'
  const { isReady, isOfflineReady } = useUpdates()
  const isTyping = useUnsaved()
  const isCalm = calmPages.has(useLocation().pathname)
  const isProper = isMember && isPossible && !isSnoozed && isCalm && !isAsked && !isTyping
  const loaded = useLaterPart(isProper, loadOffer)
  return isProper && !isReady && !isOfflineReady && loaded ? <loaded.InstallOffer /> : null
}
