import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { safeRedirect } from '#contracts/safe-redirect.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { Notice } from '#web/ui/common/notice.tsx'
import { askedAddress, forgetAsked } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { EmailField } from '../email-field.tsx'
import { emailField } from '../fields.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { MailedLinkOutcome } from '../mailed-link-outcome.tsx'
import { isSecondStep, secondStepPath } from '../second-step-wanted.ts'
import { keepTypedEmail } from '../typed-email.ts'
import { useRefusal } from '../use-refusal.tsx'
import classes from '../form.module.css'
import sentClasses from '../verify.module.css'

const names = ['email'] as const
const schema = z.object({ email: emailField })

/**
 * The mailed link. Opening it does nothing, mail scanners open links too; one click signs in. The browser that asked for
 * it knows the address, another one asks: a link that was passed on or stolen is worth nothing by itself.
 */
export function SignInByLink({ token }: { token: string }) {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { login } = authPaths(search)
  const [known, setKnown] = useState(() => askedAddress('link'))
  const [isRefused, setRefused] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: known },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email }) => keepTypedEmail(email),
  })
  const refusal = useRefusal(form, names)
  const confirm = useMutation({
    mutationFn: identityActions.confirmSignInLink,
    onSuccess: async () => {
      forgetAsked('link')
      await navigate(safeRedirect(search.get('redirect')), { replace: true })
    },
  })
  const code = confirm.error instanceof ApiProblem ? confirm.error.code : null

  async function submit({ email }: { email: string }): Promise<void> {
    if (confirm.isPending || refusal.waitMs > 0) return
    refusal.clear()
    setRefused(false)
    keepTypedEmail(email)
    try {
      await confirm.mutateAsync({ token, email: email.trim() })
    } catch (error) {
      if (isSecondStep(error)) {
        forgetAsked('link')
        return void navigate(secondStepPath(search), { replace: true })
      }
      if (!(error instanceof ApiProblem) || !isAboutLink(error)) return refusal.refuse(error)
      setRefused(true)
      setKnown('')
    }
  }

  if (code === 'expired_action_code')
    return (
      <MailedLinkOutcome heading={m.auth_verify_link_expired()} hint={m.auth_link_expired_hint()}>
        <ButtonLink to={login} replace>
          {m.auth_link_again()}
        </ButtonLink>
      </MailedLinkOutcome>
    )
  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      {refusal.notice}
      {isRefused && (
        <Notice>
          <LinkedSentence
            text={m.auth_link_invalid()}
            links={[
              (linkText) => (
                <Link to={login} replace>
                  {linkText}
                </Link>
              ),
            ]}
          />
        </Notice>
      )}
      {known ? (
        <p>
          {m.auth_link_as()} <b className={sentClasses.address}>{known}</b>
        </p>
      ) : (
        <EmailField
          {...form.getInputProps('email')}
          key={form.key('email')}
          description={m.auth_link_address_hint()}
        />
      )}
      <Button
        type="submit"
        full
        loading={confirm.isPending || confirm.isSuccess}
        disabled={refusal.waitMs > 0}
      >
        {refusal.waitMs > 0 ? m.auth_wait({ time: formatDuration(refusal.waitMs) }) : m.auth_login_submit()}
      </Button>
    </form>
  )
}

/** Refusals that say that this link and this address do not go together, now or ever. */
function isAboutLink({ code }: ApiProblem): boolean {
  return ['invalid_action_code', 'expired_action_code', 'validation_failed'].includes(code)
}
