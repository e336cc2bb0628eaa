import { schemaResolver, useForm } from '@mantine/form'
import { useState } from 'react'
import { Link } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { agreedDocuments } from '#contracts/legal.constants.ts'
import { paths } from '#contracts/paths.ts'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { browserZone } from '#web/platform/browser-zone.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { TextField } from '#web/ui/forms/text-field.tsx'
import { useCaptcha } from './captcha/use-captcha.tsx'
import { displayNameField, emailField, newPasswordField } from './fields.ts'
import { EmailField } from './email-field.tsx'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { NewPasswordField, useNewPassword } from './new-password-field.tsx'
import { useLegalVersions, useSignUp } from './queries.ts'
import { keepTypedEmail, typedEmail } from './typed-email.ts'
import { useRefusal } from './use-refusal.tsx'
import classes from './form.module.css'

const names = ['email', 'password', 'displayName'] as const
const schema = z.object({ email: emailField, password: newPasswordField, displayName: displayNameField })

/** E-mail, a password that meets the policy, and a name if one likes. `loginPath` keeps where to go on to. */
export function SignUpForm({ loginPath }: { loginPath: string }) {
  const signUp = useSignUp()
  const legal = useLegalVersions()
  const choice = useNewPassword()
  const [isTyped, setIsTyped] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '', displayName: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: (values) => {
      keepTypedEmail(values.email)
      choice.type(values.password)
      setIsTyped(Object.values(values).some((text) => text !== ''))
    },
  })
  const refusal = useRefusal(form, names)
  const captcha = useCaptcha()
  useDirtyForm(isTyped)

  async function submit(values: typeof form.values): Promise<void> {
    if (signUp.isPending || refusal.waitMs > 0) return
    refusal.clear()
    if (!choice.mayBeSent(values.password)) return refusal.mark({ password: m.auth_password_weak() })
    try {
      await captcha.person((captchaToken) =>
        signUp.mutateAsync({
          ...accountOf(form.getValues()),
          captchaToken,
          agreements: legal.versions.length > 0 ? legal.versions : undefined,
        }),
      )
    } catch (error) {
      refuse(error)
    }
  }

  function refuse(error: unknown): void {
    const code = error instanceof ApiProblem ? error.code : null
    const weak = choice.refusalOf(error)
    if (weak) return refusal.mark({ password: weak })
    if (code === 'email_already_in_use') return refusal.mark({ email: <EmailTaken loginPath={loginPath} /> })
    // The refusal says that a text has changed; its links lead to what is in force.
    if (code === 'legal_version_stale') void legal.refetch()
    refusal.refuse(error)
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      {refusal.notice}
      <EmailField {...form.getInputProps('email')} key={form.key('email')} />
      <NewPasswordField {...form.getInputProps('password')} key={form.key('password')} choice={choice} />
      <TextField
        {...form.getInputProps('displayName')}
        key={form.key('displayName')}
        label={m.auth_display_name()}
        description={m.auth_display_name_hint()}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        name="displayName"
        autoComplete="nickname"
      />
      {captcha.field}
      <Button type="submit" full loading={signUp.isPending || signUp.isSuccess} disabled={refusal.waitMs > 0}>
        {refusal.waitMs > 0 ? m.auth_wait({ time: formatDuration(refusal.waitMs) }) : m.auth_signup_submit()}
      </Button>
      <Confirmation hasTexts={legal.versions.length > 0} ageMin={legal.ageMin} />
    </form>
  )
}

/**
 * What who signs up says by that: their age, and the texts where there are any. It has its room before that is known: what
 * is below it stays in place.
 */
function Confirmation({ hasTexts, ageMin }: { hasTexts: boolean; ageMin: number }) {
  return (
    <div className={classes.agreement}>
      <p data-absent={!hasTexts || undefined}>
        <LinkedSentence
          text={
            hasTexts && ageMin === 0
              ? m.agreement_signup()
              : m.agreement_signup_of_age({ years: ageMin || 18 })
          }
          links={agreedDocuments.map((document) => (text: string) => (
            <Link to={paths.doc(document)} target="_blank">
              {text}
            </Link>
          ))}
        />
      </p>
      {!hasTexts && ageMin > 0 && <p>{m.agreement_signup_age({ years: ageMin })}</p>}
    </div>
  )
}

function accountOf({
  email,
  password,
  displayName,
}: {
  email: string
  password: string
  displayName: string
}) {
  return {
    email: email.trim(),
    password,
    displayName: displayName.trim() || undefined,
    timeZone: browserZone(),
  }
}

function EmailTaken({ loginPath }: { loginPath: string }) {
  return (
    <LinkedSentence
      text={m.auth_signup_email_taken()}
      links={[(linkText) => <Link to={loginPath}>{linkText}</Link>]}
    />
  )
}
