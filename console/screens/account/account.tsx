import { m } from '#console-messages'
import { useMe } from '#console/platform/session.ts'
import { ScreenHead } from '#console/ui/screen-head.tsx'
import { Factors } from './factors.tsx'
import { Keys } from './keys.tsx'
import { Sessions } from './sessions.tsx'
import { Shortcuts } from './shortcuts.tsx'

/** The operator's own account: by what they sign in, and where they are signed in. */
export default function Account() {
  const { operator } = useMe()
  return (
    <>
      <ScreenHead
        title={m.shell_account()}
        summary={m.account_lead({ name: operator.name, email: operator.email, role: operator.role })}
      />
      <Factors />
      <Sessions />
      <Keys />
      <Shortcuts />
    </>
  )
}
