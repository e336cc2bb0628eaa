import { useMutation } from '@tanstack/react-query'
import { m } from '#messages'
import { disownAccount } from '#contracts/account-deletion.endpoints.ts'
import { helpPath, paths } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { send } from '#web/platform/identity-embedded-actions.ts'
import { useSession } from '#web/platform/session.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { formFailure } from './form-failure.ts'
import { LetterDrawing } from './letter-drawing.tsx'
import { MailedLinkOutcome } from './mailed-link-outcome.tsx'
import classes from './verify.module.css'

/**
 * "I did not sign up" in the mail of a sign-up: deletes the account by one click. Opening the page does nothing, since
 * mail scanners open links too. Needs no session.
 */
export function DisownAccount({ token }: { token: string }) {
  const { state } = useSession()
  const disown = useMutation({
    mutationFn: async () => void (await send(disownAccount, { body: { token } })),
  })
  if (disown.isSuccess)
    return (
      <MailedLinkOutcome heading={m.auth_disown_done()} hint={m.auth_disown_done_hint()}>
        {state === 'signed-out' && (
          <ButtonLink look="soft" to={paths.signup}>
            {m.auth_disown_sign_up()}
          </ButtonLink>
        )}
      </MailedLinkOutcome>
    )
  const dead = disown.error instanceof ApiProblem ? deadLink(disown.error.code) : null
  if (dead)
    return (
      <MailedLinkOutcome heading={dead.heading} hint={dead.hint}>
        {dead.canReset && <ButtonLink to={paths.resetPassword}>{m.auth_recover_reset()}</ButtonLink>}
        <ButtonLink look="soft" to={helpPath('account')}>
          {m.auth_verify_help()}
        </ButtonLink>
      </MailedLinkOutcome>
    )
  return (
    <Card className={classes.card}>
      <LetterDrawing />
      <div className={classes.sent}>
        <h2>{m.auth_disown_heading()}</h2>
        <p>{m.auth_disown_hint()}</p>
      </div>
      {disown.isError && <Notice>{formFailure(disown.error, []).notice?.text}</Notice>}
      <Button
        look="danger"
        full
        loading={disown.isPending}
        onClick={() => !disown.isPending && disown.mutate()}
      >
        {m.auth_disown_submit()}
      </Button>
      <p className={classes.small}>{m.auth_disown_keep()}</p>
    </Card>
  )
}

/** What a refusal says about this link; null where it may work yet. */
function deadLink(code: string): { heading: string; hint: string; canReset: boolean } | null {
  switch (code) {
    case 'email_already_verified':
      return { heading: m.auth_disown_verified(), hint: m.auth_disown_verified_hint(), canReset: true }
    case 'invalid_action_code':
    case 'validation_failed':
      return { heading: m.auth_verify_link_invalid(), hint: m.auth_disown_invalid_hint(), canReset: true }
    case 'expired_action_code':
      return { heading: m.auth_verify_link_expired(), hint: m.auth_disown_expired_hint(), canReset: true }
    case 'user_disabled':
      return { heading: m.auth_disown_disabled(), hint: m.auth_disown_disabled_hint(), canReset: false }
    default:
      return null
  }
}
