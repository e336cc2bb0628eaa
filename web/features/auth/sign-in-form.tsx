import { schemaResolver, useForm } from '@mantine/form'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { isSecondStep, secondStepPath } from './second-step-wanted.ts'
import { useSession } from '#web/platform/session.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { authPaths, redirectOf } from './auth-paths.ts'
import { useCaptcha } from './captcha/use-captcha.tsx'
import { currentPasswordField, emailField } from './fields.ts'
import { EmailField } from './email-field.tsx'
import { useSendSignInLink, useSignIn } from './queries.ts'
import { keepTypedEmail, typedEmail } from './typed-email.ts'
import { useRefusal } from './use-refusal.tsx'
import classes from './form.module.css'

const names = ['email', 'password'] as const
const schema = z.object({ email: emailField, password: currentPasswordField })

/**
 * E-mail and password, or a link mailed to the same address. Where it leads is the session's business and the page's.
 */
export function SignInForm({
  onLinkSent,
  quiet,
}: {
  onLinkSent: (email: string) => void
  /** Something else is the screen's first thing to do. */
  quiet: boolean
}) {
  const { state } = useSession()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const signIn = useSignIn()
  const sendLink = useSendSignInLink()
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail(), password: '' },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email }) => keepTypedEmail(email),
  })
  const refusal = useRefusal(form, names)
  const captcha = useCaptcha()
  const isBusy = signIn.isPending || sendLink.isPending || refusal.waitMs > 0

  async function submit(): Promise<void> {
    if (isBusy) return
    refusal.clear()
    try {
      await captcha.person(async (captchaToken) => {
        const { email, password } = form.getValues()
        await signIn.mutateAsync({ email: email.trim(), password, captchaToken })
      })
    } catch (error) {
      if (isSecondStep(error)) await navigate(secondStepPath(search))
      else refusal.refuse(error)
    }
  }

  async function mailLink(): Promise<void> {
    if (isBusy) return
    refusal.clear()
    form.clearErrors()
    const { hasError, error } = form.validateField('email')
    if (hasError) return refusal.mark({ email: error })
    const input = () => ({ email: form.getValues().email.trim(), redirect: redirectOf(search) ?? undefined })
    try {
      await captcha.person((captchaToken) => sendLink.mutateAsync({ ...input(), captchaToken }))
      onLinkSent(input().email)
    } catch (error) {
      refusal.refuse(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      {refusal.notice}
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
        <Link className={classes.aside} to={authPaths(search).resetPassword}>
          {m.auth_login_forgot()}
        </Link>
      </div>
      {captcha.field}
      <Button
        type="submit"
        look={quiet ? 'soft' : 'primary'}
        full
        loading={signIn.isPending || state === 'signed-in'}
        disabled={refusal.waitMs > 0}
      >
        {refusal.waitMs > 0 ? m.auth_wait({ time: formatDuration(refusal.waitMs) }) : m.auth_login_submit()}
      </Button>
      <p className={classes.or}>{m.auth_login_or()}</p>
      <Button
        look="soft"
        full
        loading={sendLink.isPending}
        disabled={refusal.waitMs > 0}
        onClick={() => void mailLink()}
      >
        {m.auth_login_link()}
      </Button>
    </form>
  )
}
