import { useEffect, useState, type ComponentType } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#contracts/paths.ts'
import { loadInBackground } from '../platform/builds.ts'
import { useInstall, useInstallSnoozed } from '../platform/install.ts'
import { useConsent } from '../platform/product-analytics/consent.ts'
import { useSession } from '../platform/session.ts'
import { useUnsaved, useUpdates } from '../platform/updates.ts'
import { whenIdle } from '../platform/when-idle.ts'

/** Where a member looks around, and is in the middle of nothing. */
const calmPages: ReadonlySet<string> = new Set([paths.home, paths.points, paths.rewards, paths.profile])

/**
 * Where the app is proposed for installation: to members whose browser can, one question at a time. Its file comes when
 * the screen is there, and only where there is something to propose; where it does not load, nothing is missed.
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
  const [loaded, setLoaded] = useState<{ InstallOffer: ComponentType }>()
  useEffect(() => {
    if (!isProper) return
    void whenIdle()
      .then(() => loadInBackground(() => import('../features/install/install-offer.tsx')))
      .then(setLoaded, () => {})
  }, [isProper])
  return isProper && !isReady && !isOfflineReady && loaded ? <loaded.InstallOffer /> : null
}
