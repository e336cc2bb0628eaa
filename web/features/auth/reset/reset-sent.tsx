import { Link, useSearchParams } from 'react-router'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { askedAddress, rememberAsked } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { LetterDrawing } from '../letter-drawing.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { SendAgain } from '../send-again.tsx'
import classes from '../verify.module.css'

/** Firebase mails a link alone. */
const hasCodes = publicIdentity.provider !== 'firebase'

/** Where to look, what to do with what is found there, and what when nothing is. Says nothing about who has an account. */
export function ResetSent() {
  const [search] = useSearchParams()
  const { resetPassword, resetPasswordByCode, login } = authPaths(search)
  const email = askedAddress('reset')

  async function send(captchaToken?: string): Promise<boolean> {
    await identityActions.sendReset({ email, captchaToken })
    rememberAsked('reset', email)
    return true
  }

  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <div className={classes.sent}>
        {email ? (
          <p>
            {hasCodes ? m.auth_reset_sent_to() : m.auth_reset_sent_link_to()}{' '}
            <b className={classes.address}>
              <EmailAddress address={email} />
            </b>
          </p>
        ) : (
          <p>{m.auth_reset_sent_unknown()}</p>
        )}
        <p className={classes.small}>{hasCodes ? m.auth_reset_sent_hint() : m.auth_reset_sent_link_hint()}</p>
      </div>
      {hasCodes && (
        <ButtonLink to={resetPasswordByCode} full>
          {m.auth_reset_enter_code()}
        </ButtonLink>
      )}
      {email && (
        <SendAgain
          email={email}
          purpose="reset"
          send={send}
          labels={{
            again: m.auth_reset_resend,
            againIn: m.auth_reset_resend_in,
            done: m.auth_reset_resent,
          }}
        />
      )}
      <p className={classes.small}>
        <LinkedSentence
          text={m.auth_reset_sent_foot()}
          links={[
            (linkText) => <Link to={resetPassword}>{linkText}</Link>,
            (linkText) => <Link to={login}>{linkText}</Link>,
          ]}
        />
      </p>
    </Card>
  )
}
