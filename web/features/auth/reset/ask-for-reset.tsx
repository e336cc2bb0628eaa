import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { m } from '#messages'
import { identityActions } from '#web/platform/identity-actions.ts'
import { useSession } from '#web/platform/session.ts'
import { publicIdentity } from '#web/platform/public-identity.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { rememberAsked } from '../asked-mail.ts'
import { authPaths } from '../auth-paths.ts'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { EmailField } from '../email-field.tsx'
import { emailField } from '../fields.ts'
import { LinkedSentence } from '#web/ui/common/linked-sentence.tsx'
import { keepTypedEmail, typedEmail } from '../typed-email.ts'
import { useRefusal } from '../use-refusal.tsx'
import classes from '../form.module.css'

const names = ['email'] as const
const schema = z.object({ email: emailField })

/** Asks for the mail with which to choose a new password. What follows is the same for every address. */
export function AskForReset() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const { user } = useSession()
  const way = authPaths(search)
  const send = useMutation({ mutationFn: identityActions.sendReset })
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: typedEmail() || (user?.email ?? '') },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email }) => keepTypedEmail(email),
  })
  const refusal = useRefusal(form, names)
  const captcha = useCaptcha()

  async function submit(): Promise<void> {
    if (send.isPending || refusal.waitMs > 0) return
    refusal.clear()
    const address = () => form.getValues().email.trim()
    try {
      await captcha.person((captchaToken) => send.mutateAsync({ email: address(), captchaToken }))
      rememberAsked('reset', address())
      await navigate(way.resetPasswordSent)
    } catch (error) {
      refusal.refuse(error)
    }
  }

  return (
    <Card>
      <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
        <p>{m.auth_reset_intro()}</p>
        {refusal.notice}
        <EmailField {...form.getInputProps('email')} key={form.key('email')} />
        {captcha.field}
        <Button type="submit" full loading={send.isPending} disabled={refusal.waitMs > 0}>
          {refusal.waitMs > 0 ? m.auth_wait({ time: formatDuration(refusal.waitMs) }) : m.auth_reset_submit()}
        </Button>
        <p className={classes.foot}>
          {publicIdentity.provider === 'firebase' ? (
            <Link to={way.login}>{m.auth_reset_foot_sign_in()}</Link>
          ) : (
            <LinkedSentence
              text={m.auth_reset_foot()}
              links={[
                (linkText) => <Link to={way.resetPasswordByCode}>{linkText}</Link>,
                (linkText) => <Link to={way.login}>{linkText}</Link>,
              ]}
            />
          )}
        </p>
      </form>
    </Card>
  )
}
