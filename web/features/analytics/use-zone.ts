import { browserZone } from '#web/platform/browser-zone.ts'
import { useUser } from '#web/platform/user-document.ts'

/** The member's own time zone, and that of the browser where they said none. */
export function useZone(): string {
  const user = useUser()
  return user.data?.timeZone || browserZone()
}
