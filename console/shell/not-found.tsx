import { Link, useLocation } from 'react-router'
import { m } from '#console-messages'
import { consolePath } from '#contracts/console-routes.ts'
import { EmptyState } from '../ui/states.tsx'

/** What stands at an address that is no screen. */
export function NotFound() {
  const { pathname } = useLocation()
  return (
    <EmptyState heading={m.common_not_found()} action={<Link to="/">{m.common_to_home()}</Link>}>
      {m.common_not_found_detail({ path: consolePath + pathname })}
    </EmptyState>
  )
}
