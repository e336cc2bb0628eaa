import { schemaResolver, useForm } from '@mantine/form'
import { useEffect, useEffectEvent } from 'react'
import * as z from 'zod/mini'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { useDraft } from '#web/platform/drafts.ts'
import { resumable } from '#web/platform/interrupted.ts'
import { isRecentLoginWanted } from '#web/platform/recent-login.ts'
import { useSession } from '#web/platform/session.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/rare/dialog.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { EmailField } from '../email-field.tsx'
import { emailField } from '../fields.ts'
import { useRefusal } from '../use-refusal.tsx'
import { useChangeEmail } from './queries.ts'
import classes from '../form.module.css'

const names = ['email'] as const
const schema = z.object({ email: emailField })

/** Another address: it becomes the account's when the link mailed to it is followed. */
export function ChangeEmailDialog({
  open,
  resumed,
  onClose,
}: {
  open: boolean
  /** The address that was being sent when the page was left to prove who it is; it is sent again. */
  resumed: string | null
  /** With the address the mail went to, null when nothing was changed. */
  onClose: (sentTo: string | null) => void
}) {
  return (
    <Dialog open={open} onClose={() => onClose(null)} heading={m.security_email_change()}>
      <ChangeEmailForm resumed={resumed} onSent={onClose} />
    </Dialog>
  )
}

function ChangeEmailForm({
  resumed,
  onSent,
}: {
  resumed: string | null
  onSent: (sentTo: string | null) => void
}) {
  const { user } = useSession()
  const change = useChangeEmail()
  const [draft, keep, forget] = useDraft('change-email', () => '')
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: resumed ?? draft },
    onValuesChange: (values) => keep(values.email),
    validate: schemaResolver(schema, { sync: true }),
  })
  const refusal = useRefusal(form, names)
  useDirtyForm(draft !== '')

  async function submit(values: { email: string }): Promise<void> {
    if (change.isPending || refusal.waitMs > 0) return
    refusal.clear()
    const email = values.email.trim().toLowerCase()
    if (email === user?.email) return refusal.mark({ email: m.auth_verify_change_same() })
    try {
      const sentTo = await resumable({ what: 'change-email', draft: email }, () =>
        change.mutateAsync({ email }),
      )
      forget()
      onSent(sentTo)
    } catch (error) {
      if (isRecentLoginWanted(error)) return
      if (error instanceof ApiProblem && error.code === 'email_already_in_use')
        refusal.mark({ email: m.security_email_taken() })
      else refusal.refuse(error)
    }
  }

  const goOn = useEffectEvent(() => void (resumed !== null && submit({ email: resumed })))
  useEffect(() => goOn(), [])

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      <p>{m.security_email_hint()}</p>
      {refusal.notice}
      <EmailField
        {...form.getInputProps('email')}
        key={form.key('email')}
        label={m.security_email_new()}
        autoComplete="email"
        data-autofocus
      />
      <Button type="submit" full loading={change.isPending} disabled={refusal.waitMs > 0}>
        {refusal.waitMs > 0
          ? m.auth_wait({ time: formatDuration(refusal.waitMs) })
          : m.security_email_submit()}
      </Button>
    </form>
  )
}
