import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { Button } from '#web/ui/button.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { rememberAsked } from '../asked-mail.ts'
import { redirectOf } from '../auth-paths.ts'
import { LetterDrawing } from '../letter-drawing.tsx'
import { SendAgain } from '../send-again.tsx'
import classes from '../verify.module.css'

/** A link to sign in was mailed: look into your inbox. Opened in this browser, this page goes on by itself. */
export function LinkSent({ email, onBack }: { email: string; onBack: () => void }) {
  const [search] = useSearchParams()
  useLayoutEffect(() => {
    document.querySelector('h1')?.focus()
  }, [])

  async function send(captchaToken?: string): Promise<boolean> {
    await identityActions.sendSignInLink({ email, redirect: redirectOf(search) ?? undefined, captchaToken })
    rememberAsked('link', email)
    return true
  }

  return (
    <>
      <LetterDrawing />
      <div className={classes.sent}>
        <p>
          {m.auth_link_sent_to()}{' '}
          <b className={classes.address}>
            <EmailAddress address={email} />
          </b>
        </p>
        <p className={classes.small}>{m.auth_link_sent_hint()}</p>
      </div>
      <SendAgain
        email={email}
        purpose="link"
        send={send}
        labels={{ again: m.auth_link_resend, againIn: m.auth_link_resend_in, done: m.auth_link_resent }}
      />
      <Button look="plain" size="s" onClick={onBack}>
        {m.auth_link_back()}
      </Button>
    </>
  )
}
