import { lazy, Suspense, useState } from 'react'
import { useProofWanted } from '../platform/recent-login.ts'

const RecentLoginDialog = lazy(async () => ({
  default: (await import('../features/auth/security/recent-login-dialog.tsx')).RecentLoginDialog,
}))

/** The one place where a recent sign-in is asked for, whatever call of whichever page needs it. */
export function RecentLogin() {
  const wanted = useProofWanted()
  // Kept once it was there: a dialog that goes before it is closed takes the focus with it.
  const [wasWanted, setWasWanted] = useState(false)
  if (wanted && !wasWanted) setWasWanted(true)
  if (!wanted && !wasWanted) return null
  return (
    <Suspense fallback={null}>
      <RecentLoginDialog wanted={wanted} />
    </Suspense>
  )
}
