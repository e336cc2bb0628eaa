import { useEffect, type ReactNode } from 'react'
import { m } from '#console-messages'
import { openConsoleScreens, type ConsoleScreen } from '#contracts/console-routes.ts'
import { useSession } from '../platform/session.ts'
import { screens } from '../screens.ts'
import { EmptyState } from '../ui/states.tsx'

/** A screen with its title in the tab, for an operator who may see it. */
export function ScreenOf({ screen, children }: { screen: ConsoleScreen; children: ReactNode }) {
  const { title, permission } = screens[screen]
  const session = useSession()
  useEffect(() => {
    document.title = m.common_title({ screen: title() })
  }, [title])
  if (openConsoleScreens.includes(screen)) return children
  if (!('me' in session)) return null
  const { permissions, operator } = session.me
  if (permission && !permissions.includes(permission))
    return (
      <EmptyState heading={m.common_forbidden()}>
        {m.common_forbidden_detail({ role: operator.role })}
      </EmptyState>
    )
  return children
}
