import { useState } from 'react'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { refreshSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { EmailAddress, TextWithAddress } from '#web/ui/common/email-address.tsx'
import { ChangeAddress } from './change-address.tsx'
import { formFailure } from './form-failure.ts'
import { LetterDrawing } from './letter-drawing.tsx'
import { useConfirmAddress, useSendCode } from './queries.ts'
import { SendAgain } from './send-again.tsx'
import { useVerifiedElsewhere } from './use-verified-elsewhere.ts'
import { codeFailure } from './verify-failure.ts'
import { VerifyWayOut } from './verify-way-out.tsx'
import classes from './verify.module.css'

const codeId = 'verification-code'
/** Firebase mails a link alone. */
const hasCodes = publicIdentity.provider !== 'firebase'

/** The six digits of the mail, sent as soon as they are there; and what to do when the mail is not. */
export function VerifyByCode({ email }: { email: string }) {
  useVerifiedElsewhere()
  const confirm = useConfirmAddress()
  const send = useSendCode()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [isChanging, setChanging] = useState(false)
  const [changed, setChanged] = useState<string | null>(null)

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

  function leaveChange(changed: string | null): void {
    setChanging(false)
    setCode('')
    setError(null)
    setChanged(changed)
    // The button or field that had the focus is gone.
    document.getElementById(codeId)?.focus()
  }

  async function sendAgain(): Promise<boolean> {
    try {
      await send.mutateAsync()
      setError(null)
      return true
    } catch (failure) {
      if (!(failure instanceof ApiProblem) || !isSettled(failure)) throw failure
      refreshSession()
      return false
    }
  }

  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <SentTo email={email} />
      {changed && (
        <Notice tone="green" isNews>
          <TextWithAddress text={m.auth_verify_changed({ address: changed })} address={changed} />
        </Notice>
      )}
      {hasCodes && (
        <CodeInput
          id={codeId}
          label={m.auth_verify_code()}
          value={code}
          onChange={(next) => {
            setCode(next)
            if (next) setError(null)
          }}
          onComplete={(typed) => void check(typed)}
          error={error}
        />
      )}
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
      <SendAgain
        // A changed address has been mailed just now: the wait begins anew.
        key={changed}
        email={email}
        purpose="verify"
        send={sendAgain}
        labels={{ again: m.auth_verify_resend, againIn: m.auth_verify_resend_in, done: m.auth_verify_resent }}
      />
      <p className={classes.small}>{m.auth_verify_elsewhere()}</p>
      {isChanging ? (
        <ChangeAddress email={email} onClose={leaveChange} />
      ) : (
        <VerifyWayOut onChange={hasCodes ? () => setChanging(true) : undefined} />
      )}
    </Card>
  )
}

function SentTo({ email }: { email: string }) {
  return (
    <div className={classes.sent}>
      <p>
        {m.auth_verify_sent_to()}{' '}
        <b className={classes.address}>
          <EmailAddress address={email} />
        </b>
      </p>
      <p className={classes.small}>{hasCodes ? m.auth_verify_sent_hint() : m.auth_verify_sent_link_hint()}</p>
    </div>
  )
}

/** Refusals that only mean that this page knows less than the server. */
function isSettled({ code }: ApiProblem): boolean {
  return code === 'email_already_verified' || code === 'unauthenticated'
}
