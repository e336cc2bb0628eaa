import { useUser } from '#web/platform/user-document.ts'

const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The member's own time zone, and that of the browser where they said none. */
export function useZone(): string {
  const user = useUser()
  return user.data?.timeZone || browserZone
}
