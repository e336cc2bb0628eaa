import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { paths } from '#contracts/paths.ts'
import { useSession } from '../../platform/session.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { currentPasswordField, emailField } from './fields.ts'
import { EmailField } from './email-field.tsx'
import { focusFirst } from './focus-first.ts'
import { formFailure, type FormFailure } from './form-failure.ts'
import { FormNotice } from './form-notice.tsx'
import { useSignIn } from './queries.ts'
import { keepTypedEmail, typedEmail } from './typed-email.ts'
import { useCountdown } from './use-countdown.ts'
import classes from './form.module.css'

const names = ['email', 'password'] as const
const schema = z.object({ email: emailField, password: currentPasswordField })

/** E-mail and password. Where it leads is the session's business and the page's. */
export function SignInForm() {
  const { state } = useSession()
  const signIn = useSignIn()
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [waitMs, wait] = useCountdown()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email }) => keepTypedEmail(email),
  })

  async function submit(values: { email: string; password: string }): Promise<void> {
    if (signIn.isPending || waitMs > 0) return
    setFailure(null)
    try {
      await signIn.mutateAsync({ email: values.email.trim(), password: values.password })
    } catch (error) {
      const refused = formFailure(error, names)
      setFailure(refused)
      wait(refused.waitMs)
      form.setErrors(refused.fields)
      focusFirst(form, names, refused.fields)
    }
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, names, errors))}
    >
      <FormNotice failure={failure} waitMs={waitMs} />
      <EmailField {...form.getInputProps('email')} key={form.key('email')} />
      <div className={classes.withAside}>
        <PasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          label={m.auth_password()}
          name="password"
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Link className={classes.aside} to={paths.resetPassword}>
          {m.auth_login_forgot()}
        </Link>
      </div>
      <Button type="submit" full loading={signIn.isPending || state === 'signed-in'} disabled={waitMs > 0}>
        {waitMs > 0 ? m.auth_wait({ time: formatDuration(waitMs) }) : m.auth_login_submit()}
      </Button>
    </form>
  )
}
