import { schemaResolver, useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Card } from '#web/ui/card.tsx'
import { CodeInput } from '#web/ui/forms/code-input.tsx'
import { askedAddress } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { EmailField } from '../email-field.tsx'
import { emailField, newPasswordField } from '../fields.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { NewPasswordField, useNewPassword } from '../new-password-field.tsx'
import { NewPasswordSubmit } from '../new-password-submit.tsx'
import { keepTypedEmail, typedEmail } from '../typed-email.ts'
import { useRefusal } from '../use-refusal.tsx'
import { codeFailure } from '../verify-failure.ts'
import { useConfirmReset } from './use-confirm-reset.ts'
import classes from '../form.module.css'

const names = ['email', 'password'] as const
const schema = z.object({ email: emailField, password: newPasswordField })
const codeId = 'reset-code'

/** The mailed code, for who reads mail on one device and signs in on another: address, code and the new password. */
export function ResetByCode() {
  const [search] = useSearchParams()
  const { resetPassword } = authPaths(search)
  const [code, setCode] = useState('')
  const [codeError, setCodeError] = useState<string | null>(null)
  const choice = useNewPassword()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: askedAddress('reset') || typedEmail(), password: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email, password }) => {
      keepTypedEmail(email)
      choice.type(password)
    },
  })
  const refusal = useRefusal(form, names)
  const confirm = useConfirmReset()
  useDirtyForm(choice.typed !== '' && !confirm.isSuccess)

  async function submit({ email, password }: { email: string; password: string }): Promise<void> {
    if (confirm.isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (code.length < 6) return refuseCode(m.auth_code_missing())
    if (!choice.mayBeSent(password)) return refusal.mark({ password: m.auth_password_weak() })
    try {
      await confirm.mutateAsync({ email: email.trim(), code, password })
    } catch (error) {
      const aboutCode = codeFailure(error)
      const weak = choice.refusalOf(error)
      if (weak) refusal.mark({ password: weak })
      else if (aboutCode) refuseCode(aboutCode)
      else refusal.refuse(error)
    }
  }

  function refuseCode(reason: string): void {
    setCode('')
    setCodeError(reason)
    document.getElementById(codeId)?.focus()
  }

  /** In the order of the screen the code comes before the password. */
  function refuseFields(errors: Record<string, ReactNode>): void {
    if (errors['email'] || code.length === 6) return refusal.mark(errors)
    form.setErrors(errors)
    refuseCode(m.auth_code_missing())
  }

  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refuseFields)}>
        <p>{m.auth_reset_code_intro()}</p>
        {refusal.notice}
        <EmailField {...form.getInputProps('email')} key={form.key('email')} />
        <CodeInput
          id={codeId}
          label={m.auth_verify_code()}
          value={code}
          onChange={(next) => {
            setCode(next)
            if (next) setCodeError(null)
          }}
          error={codeError}
        />
        <NewPasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          choice={choice}
          label={m.auth_new_password()}
        />
        <NewPasswordSubmit loading={confirm.isPending || confirm.isSuccess} waitMs={refusal.waitMs} />
        <p className={classes.foot}>
          <LinkedSentence
            text={m.auth_reset_code_foot()}
            links={[(linkText) => <Link to={resetPassword}>{linkText}</Link>]}
          />
        </p>
      </form>
    </Card>
  )
}
