import { useState } from 'react'
import { m } from '#messages'
import type { AccountSecurity } from '#contracts/account-security.schemas.ts'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from '../form-failure.ts'
import { useUnlinkProvider } from './queries.ts'
import classes from './security.module.css'

type Linked = AccountSecurity['linked'][number]

/** The providers that sign in to this account, and the way to take one away. */
export function LinkedAccounts({
  linked,
  onAsked,
  onUnlinked,
}: {
  linked: readonly Linked[]
  /** It is asked whether one shall go: what was said of another is over. */
  onAsked: () => void
  onUnlinked: (name: string) => void
}) {
  const unlink = useUnlinkProvider()
  const [leaving, setLeaving] = useState<Linked | null>(null)
  useInterrupted('unlink', (id) => {
    const provider = linked.find((one) => one.id === id)
    if (provider) void takeAway(provider)
  })

  async function takeAway(provider: Linked): Promise<void> {
    setLeaving(provider)
    try {
      await unlink.mutateAsync(provider.id)
      setLeaving(null)
      onUnlinked(provider.name)
    } catch {
      // Said in the dialog, which stays.
    }
  }

  return (
    <>
      {linked.map((provider) => (
        <div key={provider.id} className={classes.line}>
          <div className={classes.text}>
            <h3>{provider.name}</h3>
            <p>{m.security_linked_hint()}</p>
          </div>
          <Button
            look="soft"
            size="s"
            aria-label={m.security_unlink_of({ provider: provider.name })}
            onClick={() => {
              unlink.reset()
              onAsked()
              setLeaving(provider)
            }}
          >
            {m.security_unlink()}
          </Button>
        </div>
      ))}
      <ConfirmDialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        heading={m.security_unlink_heading({ provider: leaving?.name ?? '' })}
        confirm={m.security_unlink()}
        onConfirm={() => void (leaving && takeAway(leaving))}
        busy={unlink.isPending}
        danger
      >
        <p>{m.security_unlink_hint({ provider: leaving?.name ?? '' })}</p>
        {unlink.isError && !isRecentLoginWanted(unlink.error) && (
          <Notice>{formFailure(unlink.error, []).notice?.text}</Notice>
        )}
      </ConfirmDialog>
    </>
  )
}
