import { schemaResolver, useForm } from '@mantine/form'
import { useLocation, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextWithAddress } from '#web/ui/common/email-address.tsx'
import { Notice } from '#web/ui/common/notice.tsx'
import { askedAddress } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { newPasswordField } from '../fields.ts'
import { MailedLinkOutcome } from '../mailed-link-outcome.tsx'
import { HiddenUsername, NewPasswordField, useNewPassword } from '../new-password-field.tsx'
import { NewPasswordSubmit } from '../new-password-submit.tsx'
import { useRefusal } from '../use-refusal.tsx'
import { useConfirmReset } from './use-confirm-reset.ts'
import classes from '../form.module.css'

const names = ['password'] as const
const schema = z.object({ password: newPasswordField })

/** The mailed link, or an account just taken back: a new password, and on to sign in with it. */
export function ResetByLink({ token }: { token: string }) {
  const recovered = (useLocation().state as { recovered?: string } | null)?.recovered
  const email = recovered ?? askedAddress('reset')
  const confirm = useConfirmReset()
  const choice = useNewPassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { password: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ password }) => choice.type(password),
  })
  const refusal = useRefusal(form, names)
  useDirtyForm(choice.typed !== '' && !confirm.isSuccess)

  async function submit({ password }: { password: string }): Promise<void> {
    if (confirm.isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (!choice.mayBeSent(password)) return refusal.mark({ password: m.auth_password_weak() })
    try {
      await confirm.mutateAsync({ token, password })
    } catch (error) {
      const weak = choice.refusalOf(error)
      if (weak) refusal.mark({ password: weak })
      else if (!isDead(error)) refusal.refuse(error)
    }
  }

  if (isDead(confirm.error)) return <DeadLink expired={confirm.error.code === 'expired_action_code'} />
  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
        {recovered ? (
          <Notice tone="green" isNews>
            <TextWithAddress text={m.auth_recover_done({ address: recovered })} address={recovered} />
          </Notice>
        ) : (
          <p>{m.auth_reset_choose_intro()}</p>
        )}
        {refusal.notice}
        <HiddenUsername email={email} />
        <NewPasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          choice={choice}
          label={m.auth_new_password()}
        />
        <NewPasswordSubmit loading={confirm.isPending || confirm.isSuccess} waitMs={refusal.waitMs} />
      </form>
    </Card>
  )
}

/** Refusals after which this link will never work. */
function isDead(error: unknown): error is ApiProblem {
  if (!(error instanceof ApiProblem)) return false
  return ['invalid_action_code', 'expired_action_code', 'validation_failed'].includes(error.code)
}

function DeadLink({ expired }: { expired: boolean }) {
  const [search] = useSearchParams()
  const { resetPassword, login } = authPaths(search)
  return (
    <MailedLinkOutcome
      heading={expired ? m.auth_verify_link_expired() : m.auth_verify_link_invalid()}
      hint={expired ? m.auth_reset_link_expired_hint() : m.auth_reset_link_invalid_hint()}
    >
      <ButtonLink to={resetPassword} replace>
        {m.auth_reset_again()}
      </ButtonLink>
      <ButtonLink look="soft" to={login}>
        {m.auth_verify_sign_in()}
      </ButtonLink>
    </MailedLinkOutcome>
  )
}
