import { useState } from 'react'
import { m } from '#messages'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from '../form-failure.ts'
import { useChangeEmail } from './queries.ts'
import classes from './security.module.css'

/** An address that waits for the link mailed to it: another mail, or the old address after all. */
export function PendingAddress({
  current,
  pending,
  onKept,
}: {
  current: string
  pending: string
  onKept: () => void
}) {
  const change = useChangeEmail()
  const [wish, setWish] = useState<string | null>(null)
  const [outcome, setOutcome] = useState<{ failed: boolean; text: string } | null>(null)

  async function wishFor(email: string): Promise<void> {
    if (change.isPending) return
    setOutcome(null)
    setWish(email)
    try {
      await change.mutateAsync({ email })
      if (email === current) onKept()
      else setOutcome({ failed: false, text: m.security_pending_resent() })
    } catch (error) {
      if (!isRecentLoginWanted(error))
        setOutcome({ failed: true, text: formFailure(error, []).notice?.text ?? '' })
    }
  }

  return (
    <div className={classes.pending}>
      <p>
        {m.security_pending()}{' '}
        <b className={classes.address}>
          <EmailAddress address={pending} />
        </b>
      </p>
      <p className={`${classes.small} ${classes.address}`}>
        <TextWithAddress text={m.security_pending_hint({ address: current })} address={current} />
      </p>
      {outcome && (
        <Notice tone={outcome.failed ? 'danger' : 'green'} isNews>
          {outcome.text}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button
          look="soft"
          size="s"
          loading={change.isPending && wish === pending}
          onClick={() => void wishFor(pending)}
        >
          {m.security_pending_again()}
        </Button>
        <Button
          look="plain"
          size="s"
          loading={change.isPending && wish === current}
          onClick={() => void wishFor(current)}
        >
          {m.security_pending_keep()}
        </Button>
      </div>
    </div>
  )
}
