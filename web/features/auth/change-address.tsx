import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useLayoutEffect, useState } from 'react'
import * as z from 'zod/mini'
import { m } from '#messages'
import { ApiProblem } from '#web/platform/api-problem.ts'
import { identityActions } from '#web/platform/identity-actions.ts'
import { refreshSession } from '#web/platform/session.ts'
import { useDirtyForm } from '#web/platform/updates.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDuration } from '#web/ui/common/format.ts'
import { rememberAsked } from './asked-mail.ts'
import { EmailField } from './email-field.tsx'
import { emailField } from './fields.ts'
import { useRefusal } from './use-refusal.tsx'
import classes from './form.module.css'

const names = ['email'] as const
const schema = z.object({ email: emailField })

/** Another address for an account that has verified none yet: it changes at once, and a new code goes there. */
export function ChangeAddress({
  email: current,
  onClose,
}: {
  email: string
  /** `changed` is the new address, null when it stays. */
  onClose: (changed: string | null) => void
}) {
  const change = useMutation({ mutationFn: identityActions.changeEmail })
  const [isTyped, setIsTyped] = useState(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { email: current },
    validate: schemaResolver(schema, { sync: true }),
    onValuesChange: ({ email }) => setIsTyped(email !== current),
  })
  useDirtyForm(isTyped)
  const refusal = useRefusal(form, names)
  useLayoutEffect(() => {
    const field = form.getInputNode('email') as HTMLInputElement | null
    field?.focus()
    field?.select()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it opens
  }, [])

  async function submit(values: { email: string }): Promise<void> {
    if (change.isPending || refusal.waitMs > 0) return
    refusal.clear()
    const email = values.email.trim()
    if (email.toLowerCase() === current.toLowerCase())
      return refusal.mark({ email: m.auth_verify_change_same() })
    try {
      const pending = await change.mutateAsync({ email })
      // Verified meanwhile on another device: the change then waits for its own mailed link.
      if (pending !== null) return refreshSession()
      rememberAsked('verify', '')
      onClose(email.toLowerCase())
    } catch (error) {
      if (error instanceof ApiProblem && error.code === 'email_already_in_use')
        refusal.mark({ email: m.auth_verify_change_taken() })
      else refusal.refuse(error)
    }
  }

  return (
    <form className={classes.form} noValidate onSubmit={form.onSubmit(submit, refusal.mark)}>
      {refusal.notice}
      <EmailField
        {...form.getInputProps('email')}
        key={form.key('email')}
        label={m.auth_verify_change_label()}
        description={m.auth_verify_change_hint()}
      />
      <div className={classes.actions}>
        <Button type="submit" loading={change.isPending} disabled={refusal.waitMs > 0}>
          {refusal.waitMs > 0
            ? m.auth_wait({ time: formatDuration(refusal.waitMs) })
            : m.auth_verify_change_submit()}
        </Button>
        <Button look="soft" onClick={() => onClose(null)}>
          {m.common_cancel()}
        </Button>
      </div>
    </form>
  )
}
