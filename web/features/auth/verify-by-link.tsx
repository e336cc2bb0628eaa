import { useState } from 'react'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useSession } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from './form-failure.ts'
import { LetterDrawing } from './letter-drawing.tsx'
import { MailedLinkOutcome } from './mailed-link-outcome.tsx'
import { useConfirmAddress } from './queries.ts'
import { linkAccount, VerifyWithPassword, type LinkAccount } from './verify-with-password.tsx'
import classes from './verify.module.css'

/**
 * The mailed link. Opening it does nothing: mail scanners open links too, so a click says that a person is here.
 */
export function VerifyByLink({
  token,
  goOn,
  signIn,
  byCode,
}: {
  token: string
  /** Where a signed-in member goes on to. */
  goOn: string
  signIn: string
  /** This screen without the link, where a new mail can be asked for. */
  byCode: string
}) {
  const { state } = useSession()
  const confirm = useConfirmAddress()
  const [account, setAccount] = useState<LinkAccount | null>(null)
  const code = confirm.error instanceof ApiProblem ? confirm.error.code : null
  const onward =
    state === 'signed-out' ? (
      <ButtonLink to={signIn}>{m.auth_verify_sign_in()}</ButtonLink>
    ) : (
      <ButtonLink to={goOn}>{m.auth_verify_continue()}</ButtonLink>
    )
  const another =
    state === 'signed-out' ? (
      <ButtonLink to={signIn}>{m.auth_verify_sign_in()}</ButtonLink>
    ) : (
      <ButtonLink to={byCode} replace>
        {m.auth_verify_link_new()}
      </ButtonLink>
    )

  if (confirm.isSuccess)
    return (
      <MailedLinkOutcome
        heading={m.auth_verify_link_done()}
        hint={state === 'signed-out' ? m.auth_verify_link_done_hint() : undefined}
      >
        {onward}
      </MailedLinkOutcome>
    )
  if (code === 'email_already_verified')
    return (
      <MailedLinkOutcome heading={m.auth_verify_link_already()} hint={m.auth_verify_link_already_hint()}>
        {onward}
      </MailedLinkOutcome>
    )
  if (code === 'invalid_action_code' || (code === 'validation_failed' && !account))
    return (
      <MailedLinkOutcome heading={m.auth_verify_link_invalid()} hint={m.auth_verify_link_invalid_hint()}>
        {another}
      </MailedLinkOutcome>
    )
  if (code === 'email_already_in_use')
    return (
      <MailedLinkOutcome heading={m.auth_verify_link_taken()} hint={m.auth_verify_link_taken_hint()}>
        {onward}
      </MailedLinkOutcome>
    )
  if (code === 'expired_action_code')
    return (
      <MailedLinkOutcome heading={m.auth_verify_link_expired()} hint={m.auth_verify_link_expired_hint()}>
        {another}
      </MailedLinkOutcome>
    )
  if (account)
    return (
      <VerifyWithPassword
        account={account}
        isPending={confirm.isPending}
        confirm={async (password) => void (await confirm.mutateAsync({ token, ...password }))}
      />
    )
  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <div className={classes.sent}>
        <h2>{m.auth_verify_link_heading()}</h2>
        <p>{m.auth_verify_link_hint()}</p>
      </div>
      {confirm.isError && <Notice>{formFailure(confirm.error, []).notice?.text}</Notice>}
      <Button
        full
        loading={confirm.isPending}
        onClick={() =>
          !confirm.isPending &&
          confirm.mutate({ token }, { onError: (error) => setAccount(linkAccount(error)) })
        }
      >
        {m.auth_verify_link_submit()}
      </Button>
    </Card>
  )
}
