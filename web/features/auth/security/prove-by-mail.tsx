import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { EmailAddress } from '#web/ui/common/email-address.tsx'
import { rememberAsked } from '../asked-mail.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { formFailure } from '../form-failure.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { SendAgain } from '../send-again.tsx'
import classes from '../form.module.css'
import sentClasses from '../verify.module.css'

/** Has a sign-in link mailed, for who has no password or does not know it. */
export function MailLink({
  email,
  text = m.security_proof_or_link(),
  onByLink,
}: {
  email: string
  text?: string
  onByLink: () => void
}) {
  const sendLink = useSendProofLink(email)
  const captcha = useCaptcha()
  const [failure, setFailure] = useState<string | null>(null)

  async function mailLink(): Promise<void> {
    if (sendLink.isPending) return
    setFailure(null)
    try {
      await captcha.person((captchaToken) => sendLink.mutateAsync(captchaToken))
      onByLink()
    } catch (error) {
      setFailure(formFailure(error, []).notice?.text ?? null)
    }
  }

  return (
    <>
      {failure && <Notice>{failure}</Notice>}
      {captcha.field}
      <p className={classes.foot}>
        <LinkedSentence
          text={text}
          links={[
            (linkText) => (
              <button
                type="button"
                className={sentClasses.link}
                aria-disabled={sendLink.isPending || undefined}
                onClick={() => void mailLink()}
              >
                {linkText}
              </button>
            ),
          ]}
        />
      </p>
    </>
  )
}

/** The mail is on its way. Its link signs in anew, which this page hears of from the other tab. */
export function MailSent({ email }: { email: string }) {
  const send = useSendProofLink(email)
  return (
    <div className={classes.form} role="status">
      <p>
        {m.security_proof_sent_to()}{' '}
        <b className={sentClasses.address}>
          <EmailAddress address={email} />
        </b>
      </p>
      <p>{m.security_proof_sent_hint()}</p>
      <SendAgain
        email={email}
        purpose="link"
        send={async (captchaToken) => {
          await send.mutateAsync(captchaToken)
          return true
        }}
        labels={{ again: m.auth_link_resend, againIn: m.auth_link_resend_in, done: m.auth_link_resent }}
      />
    </div>
  )
}

/** Mails a sign-in link that leads back to this page. */
function useSendProofLink(email: string) {
  return useMutation({
    mutationFn: (captchaToken: string | undefined) =>
      identityActions.sendSignInLink({ email, redirect: location.pathname + location.search, captchaToken }),
    onSuccess: () => rememberAsked('link', email),
  })
}
