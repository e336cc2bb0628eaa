import { useState } from 'react'
import { m } from '#messages'
import { failedPasswordRules, type PasswordRule } from '#rules/password-policy.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Delayed, Skeleton } from '#web/ui/skeleton.tsx'
import type { TextFieldProps } from '#web/ui/forms/text-field.tsx'
import { PasswordChecklist, passwordRulesSentence } from './password-rules.tsx'
import { usePasswordPolicy } from './queries.ts'
import classes from './form.module.css'

/** A password that is being chosen: the policy, what is typed so far, and what was refused of it. */
export function useNewPassword() {
  const policy = usePasswordPolicy()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState<readonly PasswordRule[]>([])
  return {
    policy,
    typed,
    refused,
    type(password: string): void {
      if (password !== typed) setRefused([])
      setTyped(password)
    },
    /** Whether it may be sent; the rules it does not meet are marked. */
    mayBeSent(password: string): boolean {
      const lacking = policy ? failedPasswordRules(password, policy) : []
      setRefused(lacking)
      return lacking.length === 0
    },
    /** What to say where the server refused the password, whose rules are then marked; null for other failures. */
    refusalOf(error: unknown): string | null {
      if (!(error instanceof ApiProblem) || error.code !== 'weak_password') return null
      const rules = Array.isArray(error.extra.rules) ? (error.extra.rules as PasswordRule[]) : []
      setRefused(rules)
      if (!rules.includes('refuseBreached')) return m.auth_password_weak()
      return error.extra.reason === 'personal' ? m.auth_password_personal() : m.auth_password_breached()
    },
  }
}

/** The field of a password that is being chosen, with the policy as a live checklist under it. */
export function NewPasswordField({
  choice: { policy, typed, refused },
  label = m.auth_password(),
  name = 'password',
  ...field
}: Partial<TextFieldProps> & { choice: ReturnType<typeof useNewPassword> }) {
  return (
    <div className={classes.rules}>
      <PasswordField
        {...field}
        label={label}
        name={name}
        description={policy && <span className="visually-hidden">{passwordRulesSentence(policy)}</span>}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        autoComplete="new-password"
        required
        withAsterisk={false}
      />
      {policy ? (
        <PasswordChecklist rules={policy} password={typed} refused={refused} />
      ) : (
        <Delayed>
          <Skeleton width={180} height={20} />
        </Delayed>
      )}
    </div>
  )
}

/** The account of the password, for password managers; not visible. */
export function HiddenUsername({ email }: { email: string }) {
  return <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
}
