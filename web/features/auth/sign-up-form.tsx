import { schemaResolver, useForm } from '@mantine/form'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { failedPasswordRules, type PasswordRule } from '#rules/password-policy.ts'
import { ApiProblem } from '../../platform/api-problem.ts'
import { useDirtyForm } from '../../platform/updates.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { Delayed, Skeleton } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { displayNameField, emailField, newPasswordField } from './fields.ts'
import { EmailField } from './email-field.tsx'
import { focusFirst } from './focus-first.ts'
import { formFailure, type FormFailure } from './form-failure.ts'
import { FormNotice } from './form-notice.tsx'
import { LinkedSentence } from './linked-sentence.tsx'
import { PasswordChecklist, passwordRulesSentence } from './password-rules.tsx'
import { usePasswordPolicy, useSignUp } from './queries.ts'
import { keepTypedEmail, typedEmail } from './typed-email.ts'
import { useCountdown } from './use-countdown.ts'
import classes from './form.module.css'

const names = ['email', 'password', 'displayName'] as const
const schema = z.object({ email: emailField, password: newPasswordField, displayName: displayNameField })

/** E-mail, a password that meets the policy, and a name if one likes. `loginPath` keeps where to go on to. */
export function SignUpForm({ loginPath }: { loginPath: string }) {
  const signUp = useSignUp()
  const policy = usePasswordPolicy()
  const [password, setPassword] = useState('')
  const [refused, setRefused] = useState<readonly PasswordRule[]>([])
  const [failure, setFailure] = useState<FormFailure | null>(null)
  const [waitMs, wait] = useCountdown()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '', displayName: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: (values, previous) => {
      keepTypedEmail(values.email)
      if (values.password !== previous.password) setRefused([])
      setPassword(values.password)
    },
  })
  useDirtyForm(password !== '')

  async function submit(values: typeof form.values): Promise<void> {
    if (signUp.isPending || waitMs > 0) return
    setFailure(null)
    const lacking = policy ? failedPasswordRules(values.password, policy) : []
    if (lacking.length > 0) return refusePassword(lacking)
    try {
      await signUp.mutateAsync({
        email: values.email.trim(),
        password: values.password,
        displayName: values.displayName.trim() || undefined,
      })
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown): void {
    const code = error instanceof ApiProblem ? error.code : null
    if (code === 'weak_password') return refusePassword(refusedRules(error as ApiProblem))
    if (code === 'email_already_in_use') return showErrors({ email: <EmailTaken loginPath={loginPath} /> })
    const next = formFailure(error, names)
    setFailure(next)
    wait(next.waitMs)
    showErrors(next.fields)
  }

  function refusePassword(rules: readonly PasswordRule[]): void {
    setRefused(rules)
    showErrors({ password: m.auth_password_weak() })
  }

  function showErrors(errors: Record<string, ReactNode>): void {
    form.setErrors(errors)
    focusFirst(form, names, errors)
  }

  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={form.onSubmit(submit, (errors) => focusFirst(form, names, errors))}
    >
      <FormNotice failure={failure} waitMs={waitMs} />
      <EmailField {...form.getInputProps('email')} key={form.key('email')} />
      <div className={classes.rules}>
        <PasswordField
          {...form.getInputProps('password')}
          key={form.key('password')}
          label={m.auth_password()}
          description={policy && <span className="visually-hidden">{passwordRulesSentence(policy)}</span>}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          name="password"
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        {policy ? (
          <PasswordChecklist rules={policy} password={password} refused={refused} />
        ) : (
          <Delayed>
            <Skeleton width={180} height={20} />
          </Delayed>
        )}
      </div>
      <TextField
        {...form.getInputProps('displayName')}
        key={form.key('displayName')}
        label={m.auth_display_name()}
        description={m.auth_display_name_hint()}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        name="displayName"
        autoComplete="nickname"
      />
      <Button type="submit" full loading={signUp.isPending || signUp.isSuccess} disabled={waitMs > 0}>
        {waitMs > 0 ? m.auth_wait({ time: formatDuration(waitMs) }) : m.auth_signup_submit()}
      </Button>
    </form>
  )
}

function EmailTaken({ loginPath }: { loginPath: string }) {
  return (
    <LinkedSentence
      text={m.auth_signup_email_taken()}
      links={[(words) => <Link to={loginPath}>{words}</Link>]}
    />
  )
}

/** The rules the server says were not met. */
function refusedRules(problem: ApiProblem): readonly PasswordRule[] {
  const { rules } = problem.extra
  return Array.isArray(rules) ? (rules as PasswordRule[]) : []
}
