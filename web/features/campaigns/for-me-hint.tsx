import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useUser } from '#web/platform/user-document.ts'
import { Notice } from '#web/ui/common/notice.tsx'

/** What the profile does not say yet, and would make the list of what suits me better; nothing where it says all. */
export function ForMeHint() {
  const { data } = useUser()
  const missing = data && firstMissing(data)
  if (!missing) return null
  return (
    <Notice tone="gold">
      {missing.text} <Link to={`${paths.profileInfo}#${missing.field}`}>{m.finding_for_me_add()}</Link>
    </Notice>
  )
}

/** The country first, which decides what is open at all. */
function firstMissing(user: {
  countryOfResidence: string | null
  industries: string[]
  channels: unknown[]
}): { field: string; text: string } | null {
  if (!user.countryOfResidence) return { field: 'countryOfResidence', text: m.finding_for_me_no_country() }
  if (user.industries.length === 0) return { field: 'industries', text: m.finding_for_me_no_industries() }
  if (user.channels.length === 0) return { field: 'channels', text: m.finding_for_me_no_channels() }
  return null
}
