import { useState } from 'react'
import { m } from '#messages'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { msToResend, resendAfterMs, type AskedFor } from './asked-mail.ts'
import { useCaptcha } from './captcha/use-captcha.tsx'
import { formFailure } from './form-failure.ts'
import { inboxLink } from './inbox-link.ts'
import { useCountdown } from './use-countdown.ts'
import classes from './verify.module.css'

/** The inbox of the address, and another mail, at most once in 60 seconds; the server may know better how long still. */
export function SendAgain({
  email,
  purpose,
  send,
  labels,
}: {
  email: string
  purpose: AskedFor
  /** Asks for another; answers false where there is nothing left to ask for. */
  send: (captchaToken?: string) => Promise<boolean>
  labels: { again: () => string; againIn: (input: { time: string }) => string; done: () => string }
}) {
  const inbox = inboxLink(email)
  const [leftMs, wait] = useCountdown(() => msToResend(purpose))
  const [isSending, setSending] = useState(false)
  const captcha = useCaptcha()
  const [outcome, setOutcome] = useState<{ failed: boolean; text: string } | null>(null)

  async function sendAgain(): Promise<void> {
    setOutcome(null)
    setSending(true)
    try {
      if (!(await captcha.person(send))) return
      setOutcome({ failed: false, text: labels.done() })
      wait(resendAfterMs)
    } catch (error) {
      const { notice, waitMs } = formFailure(error, [])
      wait(waitMs)
      setOutcome({ failed: true, text: tooSoon(error) ?? notice?.text ?? '' })
    } finally {
      setSending(false)
    }
  }

  return (
    <>
      {outcome && (
        <Notice tone={outcome.failed ? 'danger' : 'green'} isNews>
          {outcome.text}
        </Notice>
      )}
      {captcha.field}
      <div className={classes.actions}>
        {inbox && (
          <ButtonAnchor look="soft" size="s" href={inbox.url} target="_blank" rel="noreferrer">
            {m.auth_verify_open_inbox({ provider: inbox.name })}
          </ButtonAnchor>
        )}
        <Button
          look={inbox ? 'plain' : 'soft'}
          size="s"
          disabled={leftMs > 0}
          loading={isSending}
          onClick={() => void sendAgain()}
        >
          {leftMs > 0 ? labels.againIn({ time: formatDuration(leftMs) }) : labels.again()}
        </Button>
      </div>
    </>
  )
}

/** The server's own sentence for "too soon", which says that a mail is on its way. */
function tooSoon(error: unknown): string | null {
  return error instanceof ApiProblem && error.code === 'too_many_requests' ? error.detail : null
}
