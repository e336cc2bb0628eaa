import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { useInterrupted } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/rare/dialog.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { useFocusNext } from '#web/ui/use-focus-next.ts'
import { formFailure } from '../form-failure.ts'
import { WaysInList } from '../ways-in-list.tsx'
import { useRemoveWaysIn, useWaysIn } from './factor-queries.ts'
import { SecuritySection } from './security-section.tsx'
import classes from './security.module.css'

/** After a reset: what gets into the account, with a way to remove each or all of it, before one goes on. */
export function ReviewWaysIn({ goOn }: { goOn: string }) {
  const navigate = useNavigate()
  const waysIn = useWaysIn()
  const remove = useRemoveWaysIn()
  const [asks, setAsks] = useState(false)
  const onward = useRef<HTMLButtonElement>(null)
  const actions = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useFocusNext(onward, remove.isSuccess && !asks, actions)
  useInterrupted('remove-ways-in', () => void removeAll())
  const items = waysIn.data?.items ?? []

  async function removeAll(): Promise<void> {
    setAsks(true)
    try {
      await remove.mutateAsync()
      setAsks(false)
    } catch {
      // Said in the dialog, which stays.
    }
  }

  return (
    <>
      <Notice tone={remove.isSuccess ? 'green' : 'gold'}>
        <p role="status">{remove.isSuccess ? m.security_review_removed() : m.security_review()}</p>
        {items.length > 0 && (
          <>
            <p>{m.security_review_has()}</p>
            <WaysInList waysIn={items} />
          </>
        )}
        <div ref={actions} className={classes.actions}>
          <Button
            ref={onward}
            size="s"
            look="soft"
            onClick={() => void navigate(safeRedirect(goOn), { replace: true })}
          >
            {remove.isSuccess ? m.security_review_go_on() : m.security_review_done()}
          </Button>
          {items.length > 0 && (
            <Button
              size="s"
              look="plain"
              onClick={() => {
                remove.reset()
                setAsks(true)
              }}
            >
              {m.security_review_remove()}
            </Button>
          )}
        </div>
      </Notice>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        heading={m.security_review_remove_heading()}
        confirm={m.security_review_remove()}
        onConfirm={() => void removeAll()}
        busy={remove.isPending}
        danger
      >
        <p>{m.security_review_remove_hint()}</p>
        <WaysInList waysIn={items} />
        <p>{m.security_review_remove_rest()}</p>
        {remove.isError && !isRecentLoginWanted(remove.error) && (
          <Notice>{formFailure(remove.error, []).notice?.text}</Notice>
        )}
      </ConfirmDialog>
      <SecuritySection />
    </>
  )
}
