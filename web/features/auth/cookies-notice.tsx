import { useSyncExternalStore } from 'react'
import { m } from '#messages'
import { Notice } from '#web/ui/common/notice.tsx'

/** Says that a sign-in does not last where the browser keeps no cookies: it ends with the page. */
export function CookiesNotice() {
  const areRefused = useSyncExternalStore(
    () => () => {},
    () => !navigator.cookieEnabled,
    () => false,
  )
  return areRefused && <Notice tone="gold">{m.auth_cookies_refused()}</Notice>
}
