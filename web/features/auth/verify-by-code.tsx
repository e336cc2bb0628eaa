import { useState } from 'react'
import { Link } from 'react-router'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '../../platform/api-problem.ts'
import { refreshSession } from '../../platform/session.ts'
import { Button, ButtonAnchor } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { CodeInput } from '../../ui/code-input.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Notice } from '../../ui/notice.tsx'
import { msToResend, resendAfterMs } from './code-sent.ts'
import { formFailure } from './form-failure.ts'
import { inboxLink } from './inbox-link.ts'
import { LinkedSentence } from './linked-sentence.tsx'
import { LetterDrawing } from './letter-drawing.tsx'
import { useConfirmAddress, useSendCode, useSignOut } from './queries.ts'
import { useCountdown } from './use-countdown.ts'
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts'
import { codeFailure } from './verify-failure.ts'
import classes from './verify.module.css'

/** The six digits of the mail, sent as soon as they are there; and what to do when the mail is not. */
export function VerifyByCode({ email }: { email: string }) {
  useVerifiedElsewhere(true)
  const confirm = useConfirmAddress()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)

  async function check(typed: string): Promise<void> {
    if (confirm.isPending) return
    setNotice(null)
    try {
      await confirm.mutateAsync({ code: typed })
    } catch (failure) {
      const aboutCode = codeFailure(failure)
      if (aboutCode) {
        setCode('')
        setError(aboutCode)
      } else if (failure instanceof ApiProblem && isSettled(failure)) refreshSession()
      else setNotice(formFailure(failure, []).notice?.text ?? null)
    }
  }

  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <SentTo email={email} />
      <CodeInput
        label={m.auth_verify_code()}
        value={code}
        onChange={(next) => {
          setCode(next)
          if (next) setError(null)
        }}
        onComplete={(typed) => void check(typed)}
        error={error}
      />
      <p className="visually-hidden" role="status">
        {confirm.isPending ? m.auth_verify_checking() : ''}
      </p>
      {notice && (
        <Notice
          action={
            <Button size="s" look="soft" onClick={() => void check(code)} loading={confirm.isPending}>
              {m.common_retry()}
            </Button>
          }
        >
          {notice}
        </Notice>
      )}
      <SendAgain email={email} onSent={() => setError(null)} />
      <p className={classes.small}>{m.auth_verify_elsewhere()}</p>
      <WayOut />
    </Card>
  )
}

function SentTo({ email }: { email: string }) {
  return (
    <div className={classes.sent}>
      <p>
        {m.auth_verify_sent_to()} <b className={classes.address}>{email}</b>
      </p>
      <p className={classes.small}>{m.auth_verify_sent_hint()}</p>
    </div>
  )
}

/** Another code, at most once in 60 seconds; the server knows better than we do how long that still is. */
function SendAgain({ email, onSent }: { email: string; onSent: () => void }) {
  const inbox = inboxLink(email)
  const send = useSendCode()
  const [leftMs, wait] = useCountdown(msToResend)
  const [outcome, setOutcome] = useState<{ failed: boolean; text: string } | null>(null)

  async function sendAgain(): Promise<void> {
    setOutcome(null)
    try {
      await send.mutateAsync()
      setOutcome({ failed: false, text: m.auth_verify_resent() })
      wait(resendAfterMs)
      onSent()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'email_already_verified') return refreshSession()
      const { notice, waitMs } = formFailure(error, [])
      wait(waitMs)
      setOutcome({ failed: true, text: sentence(error) ?? notice?.text ?? '' })
    }
  }

  return (
    <>
      {outcome && <Notice tone={outcome.failed ? 'danger' : 'green'}>{outcome.text}</Notice>}
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
          loading={send.isPending}
          onClick={() => void sendAgain()}
        >
          {leftMs > 0 ? m.auth_verify_resend_in({ time: formatDuration(leftMs) }) : m.auth_verify_resend()}
        </Button>
      </div>
    </>
  )
}

function WayOut() {
  const signOut = useSignOut()
  return (
    <div className={classes.out}>
      <p className={classes.small}>
        <LinkedSentence
          text={m.auth_verify_other_address()}
          links={[
            (words) => (
              <button
                type="button"
                className={classes.asLink}
                aria-disabled={signOut.isPending || undefined}
                onClick={() => signOut.mutate()}
              >
                {words}
              </button>
            ),
          ]}
        />
      </p>
      {signOut.isError && <Notice>{formFailure(signOut.error, []).notice?.text}</Notice>}
      <Link className={classes.link} to={paths.help}>
        {m.auth_verify_help()}
      </Link>
    </div>
  )
}

/** The server's own sentence for "too soon", which says that a mail is on its way. */
function sentence(error: unknown): string | null {
  return error instanceof ApiProblem && error.code === 'too_many_requests' ? error.detail : null
}

/** Refusals that only mean that this page knows less than the server. */
function isSettled({ code }: ApiProblem): boolean {
  return code === 'email_already_verified' || code === 'unauthenticated'
}
