import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { m } from '#messages'
import { ApiProblem } from '../../../platform/api-problem.ts'
import { identityActions } from '../../../platform/identity-actions.ts'
import { publicIdentity } from '../../../platform/public-identity.ts'
import type { ProofWanted } from '../../../platform/recent-login.ts'
import { sessionStore, useSession } from '../../../platform/session.ts'
import { signInOfToken } from '../../../platform/sign-in-of-token.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { formatDuration } from '../../../ui/format.ts'
import { PasswordField } from '../../../ui/password-field.tsx'
import { rememberAsked } from '../asked-mail.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { currentPasswordField } from '../fields.ts'
import { LinkedSentence } from '../linked-sentence.tsx'
import { IssuerButton } from '../issuer/issuer-button.tsx'
import { HiddenUsername } from '../new-password-field.tsx'
import { SendAgain } from '../send-again.tsx'
import { useRefusal } from '../use-refusal.tsx'
import classes from '../form.module.css'
import sentClasses from '../verify.module.css'

/**
 * Asks the member to prove that they are there, by password or by a mailed link; what was interrupted then goes on.
 * Closed, it has changed nothing.
 */
export function RecentLoginDialog({ wanted }: { wanted: ProofWanted | null }) {
  const { user } = useSession()
  const [byLink, setByLink] = useState(false)
  const settle = (proved: boolean) => {
    setByLink(false)
    wanted?.settle(proved)
  }
  useNewSession(wanted !== null, settle)
  return (
    <Dialog open={wanted !== null} onClose={() => settle(false)} heading={m.security_proof_heading()}>
      {user &&
        (publicIdentity.provider === 'oidc' ? (
          <ByIssuer issuer={publicIdentity.name} />
        ) : byLink ? (
          <ByLink email={user.email} />
        ) : (
          <ByPassword email={user.email} onProved={() => settle(true)} onByLink={() => setByLink(true)} />
        ))}
    </Dialog>
  )
}

/**
 * Signing in again in another tab is a proof, as the mailed link is; signing out gives it up. A tab that only opens
 * refreshes the token of the same sign-in, which proves nothing.
 */
function useNewSession(active: boolean, settle: (proved: boolean) => void): void {
  useEffect(() => {
    if (!active) return
    const before = sessionStore.state
    const signIn = before.token && signInOfToken(before.token.accessToken)
    return sessionStore.subscribe(() => {
      const { user, token } = sessionStore.state
      if (user?.uid !== before.user?.uid) settle(false)
      else if (token && signInOfToken(token.accessToken) !== signIn) settle(true)
    })
    // oxlint-disable-next-line react/exhaustive-deps -- from when the dialog opens to when it closes
  }, [active])
}

/** The issuer asks again, and leads back to this page, where the member then does what they were about to. */
function ByIssuer({ issuer }: { issuer: string }) {
  return (
    <div className={classes.form}>
      <p>{m.security_proof_issuer({ issuer })}</p>
      <IssuerButton issuer={issuer} redirect={location.pathname + location.search} again />
    </div>
  )
}

const names = ['password'] as const
const schema = z.object({ password: currentPasswordField })

function ByPassword({
  email,
  onProved,
  onByLink,
}: {
  email: string
  onProved: () => void
  onByLink: () => void
}) {
  const prove = useMutation({ mutationFn: identityActions.reauthenticate })
  const sendLink = useSendProofLink(email)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(schema, { sync: true }),
  })
  const refusal = useRefusal(form, names)
  const captcha = useCaptcha()
  const isBusy = prove.isPending || sendLink.isPending

  async function submit(values: { password: string }): Promise<void> {
    if (isBusy || refusal.waitMs > 0) return
    refusal.clear()
    try {
      await prove.mutateAsync(values)
      onProved()
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'invalid_credential')
        refusal.mark({ password: m.security_wrong_password() })
      else refusal.refuse(error)
    }
  }

  async function mailLink(): Promise<void> {
    if (isBusy) return
    refusal.clear()
    try {
      await captcha.person((captchaToken) => sendLink.mutateAsync(captchaToken))
      onByLink()
    } catch (error) {
      refusal.refuse(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      <p>{m.security_proof_hint()}</p>
      {refusal.notice}
      <HiddenUsername email={email} />
      <PasswordField
        {...form.getInputProps('password')}
        key={form.key('password')}
        label={m.auth_password()}
        name="password"
        autoComplete="current-password"
        data-autofocus
        required
        withAsterisk={false}
      />
      <Button type="submit" full loading={prove.isPending} disabled={refusal.waitMs > 0}>
        {refusal.waitMs > 0
          ? m.auth_wait({ time: formatDuration(refusal.waitMs) })
          : m.security_proof_submit()}
      </Button>
      {captcha.field}
      <p className={classes.foot}>
        <LinkedSentence
          text={m.security_proof_no_password()}
          links={[
            (words) => (
              <button
                type="button"
                className={sentClasses.link}
                aria-disabled={isBusy || undefined}
                onClick={() => void mailLink()}
              >
                {words}
              </button>
            ),
          ]}
        />
      </p>
    </form>
  )
}

/** The mail is on its way. Its link signs in anew, which this page hears of from the other tab. */
function ByLink({ email }: { email: string }) {
  const send = useSendProofLink(email)
  return (
    <div className={classes.form} role="status">
      <p>
        {m.security_proof_sent_to()} <b className={sentClasses.address}>{email}</b>
      </p>
      <p>{m.security_proof_sent_hint()}</p>
      <SendAgain
        email={email}
        purpose="link"
        send={async (captchaToken) => {
          await send.mutateAsync(captchaToken)
          return true
        }}
        words={{ again: m.auth_link_resend, againIn: m.auth_link_resend_in, done: m.auth_link_resent }}
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
