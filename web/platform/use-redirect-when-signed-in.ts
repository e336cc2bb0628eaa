import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { useSession } from './session.ts'

/** On the sign-in screens: a signed-in member goes on to `?redirect=`, or home. */
export function useRedirectWhenSignedIn(): void {
  const { state } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const to = safeRedirect(search.get('redirect'))
  useEffect(() => {
    if (state === 'signed-in') void navigate(to, { replace: true })
  }, [state, to, navigate])
}
