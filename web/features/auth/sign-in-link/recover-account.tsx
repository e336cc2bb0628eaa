import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { m } from '#messages'
import { helpPath, paths, withQuery } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from '../form-failure.ts'
import { MailedLinkOutcome } from '../mailed-link-outcome.tsx'
import { keepTypedEmail } from '../typed-email.ts'
import classes from '../form.module.css'

/**
 * The link in the mail to the old address, or about a new second factor: undoes the change by one click, and goes
 * straight on to a new password, since an intruder may know the old one.
 */
export function RecoverAccount({ token }: { token: string }) {
  const navigate = useNavigate()
  const recover = useMutation({
    mutationFn: identityActions.recoverEmail,
    onSuccess: async ({ email, resetToken }) => {
      keepTypedEmail(email)
      await navigate(withQuery(paths.resetPassword, { token: resetToken }), {
        replace: true,
        state: { recovered: email },
      })
    },
  })
  const code = recover.error instanceof ApiProblem ? recover.error.code : null
  const dead = code === null ? null : deadLink(code)
  if (dead)
    return (
      <MailedLinkOutcome heading={dead.heading} hint={dead.hint}>
        <ButtonLink to={paths.resetPassword}>{m.auth_recover_reset()}</ButtonLink>
        <ButtonLink look="soft" to={helpPath('account')}>
          {m.auth_verify_help()}
        </ButtonLink>
      </MailedLinkOutcome>
    )
  return (
    <div className={classes.form}>
      {recover.isError && <Notice>{formFailure(recover.error, []).notice?.text}</Notice>}
      <ul className={classes.points}>
        <li>{m.auth_recover_address()}</li>
        <li>{m.auth_recover_factors()}</li>
        <li>{m.auth_recover_sessions()}</li>
        <li>{m.auth_recover_password()}</li>
      </ul>
      <Button full loading={recover.isPending || recover.isSuccess} onClick={() => recover.mutate({ token })}>
        {m.auth_recover_submit()}
      </Button>
    </div>
  )
}

/** What a refusal says about this link; null where it may work yet. */
function deadLink(code: string): { heading: string; hint: string } | null {
  switch (code) {
    case 'invalid_action_code':
    case 'validation_failed':
      return { heading: m.auth_verify_link_invalid(), hint: m.auth_recover_invalid_hint() }
    case 'expired_action_code':
      return { heading: m.auth_verify_link_expired(), hint: m.auth_recover_expired_hint() }
    case 'email_already_in_use':
      return { heading: m.auth_verify_link_taken(), hint: m.auth_recover_taken_hint() }
    default:
      return null
  }
}
